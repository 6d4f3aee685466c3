import LatchkeyAPI
import LatchkeyPasscode

/// The service that verifies passcodes, and the only place that does: for unlock, and for every `current_passcode`.
///
/// The order limits attempts under any concurrency: wait for a permit, reserve an attempt and commit it, hash, settle.
/// A crash in between leaves the attempt spent.
struct PasscodeVerifier: Sendable {
    let store: any Store
    let workers: KDFWorkers
    let hasher: any PasscodeHasher
    let random: any RandomSource
    let limiter: AttemptLimiter
    let records: PasscodeRecordSealer
    let undecided: UndecidedReservations
    let rules: TeamRules

    /// The input of the effect after a correct passcode.
    struct Success {
        var caller: Caller
        /// The hash of the new passcode, if given.
        let newHash: PasscodeHash?
        let transaction: Transaction
    }

    /// A committed reservation.
    private struct Reserved {
        let reservation: Reservation
        let hash: PasscodeHash
        /// Whether its failure ends the session.
        let isLastOfSession: Bool
    }

    /// Verifies the passcode and, if it is correct, runs `effect` in the transaction that settles the attempt.
    ///
    /// - Parameters:
    ///   - new: A passcode to hash as well, which must differ from the current one.
    ///   - authentication: The calling session.
    /// - Throws: A ``Problem``; `temporarilyUnavailable` if the server is overloaded or has no database. An unreadable
    ///   record is an error before an attempt is spent.
    func check<Value: Sendable>(
        _ passcode: Passcode, new: Passcode? = nil, for purpose: CheckPurpose, by authentication: Authentication,
        client: ClientInfo, effect: @escaping @Sendable (inout Success) throws -> Value
    ) async throws -> Value {
        // Before the permit, because a rejection precedes an overload.
        try reject(authentication.caller, purpose)
        let permit = try await workers.permit()
        let reserved = try await reserve(authentication, purpose)
        let comparison: PasscodeComparison
        do {
            comparison = try await permit.run { [hasher, salt = records.makeSalt()] in
                try PasscodeComparison(of: passcode, with: reserved.hash, new: new, salt: salt, hasher: hasher)
            }
        } catch {
            // Nothing was evaluated, for lack of memory.
            try await release(reserved.reservation)
            throw error
        }
        do {
            return try await store.writeEvenIfRejected(on: .attempt(reserved.reservation), as: .settlement) {
                [self] transaction in
                try settle(reserved, comparison, purpose, client: client, in: transaction, effect: effect)
            }
        } catch  where comparison.isRight && !(error is Problem) && !(error is StoreError) {
            // A record that the effect needs is damaged: a correct passcode costs no attempt (V15).
            try await release(reserved.reservation)
            throw error
        }
    }

    /// Refunds the attempt.
    private func release(_ reservation: Reservation) async throws {
        try await store.write(on: .attempt(reservation), as: .settlement) {
            try $0.reservations.delete(id: reservation.id)
        }
    }

    /// Throws if no attempt can be reserved.
    private func reject(_ caller: Caller, _ purpose: CheckPurpose) throws {
        if caller.isLocked, !purpose.isOpenWhileLocked { throw Problem(.locked) }
        if let problem = limiter.rejection(
            of: caller.session, caller.account, inProgress: caller.attempts, at: caller.now)
        {
            throw problem
        }
        if let allowance = purpose.allowance {
            var usedUntil = caller.session[keyPath: allowance]
            try SessionAllowance.use(&usedUntil, at: caller.now)
        }
    }

    private func reserve(_ authentication: Authentication, _ purpose: CheckPurpose) async throws -> Reserved {
        let id = random.makeID()
        do {
            return try await store.writeEvenIfRejected(on: authentication.credential.scope, as: .reservation) {
                [self] transaction in try reserve(id, authentication.credential, purpose, in: transaction)
            }
        } catch let error as StoreError {
            if case .undecided = error { undecided.delete(id, of: authentication.caller.account.id) }
            throw error
        }
    }

    private func reserve(
        _ id: String, _ credential: Credential, _ purpose: CheckPurpose, in transaction: Transaction
    ) throws -> Reserved {
        let caller = try transaction.caller(credential, under: rules, settlingBy: limiter)
        try reject(caller, purpose)
        if purpose.needsRecoveryKey { try records.checkRecoveryKey(of: caller.account) }
        guard let hash = try records.hash(of: caller.account) else { throw Problem(.passcodeNotSet) }
        let reservation = Reservation(
            id: id, accountID: caller.account.id, sessionID: caller.session.id, reservedAt: transaction.now,
            passcodeVersion: caller.account.passcodeVersion, lockVersion: caller.session.lockVersion)
        try transaction.reservations.insert(reservation)
        return Reserved(
            reservation: reservation, hash: hash,
            isLastOfSession: caller.session.failures + 1 >= AttemptPolicy.perSession)
    }

    private func settle<Value: Sendable>(
        _ reserved: Reserved, _ comparison: PasscodeComparison, _ purpose: CheckPurpose, client: ClientInfo,
        in transaction: Transaction, effect: (inout Success) throws -> Value
    ) throws -> Value {
        let now = transaction.now
        let reservation = reserved.reservation
        let find = {
            try transaction.callers.find(accountID: reservation.accountID, sessionID: reservation.sessionID)
        }
        guard var found = try find() else { throw Problem(.unauthenticated) }
        let late = try limiter.settleStale(found.attempts, in: transaction)
        if let problem = late[reservation.id] { throw problem }
        if !late.isEmpty {
            guard let left = try find() else { throw Problem(.unauthenticated) }
            found = left
        }
        var account = found.account
        let session = found.session
        guard found.attempts.contains(where: { $0.id == reservation.id }) else {
            throw settledProblem(of: reserved, session, account, at: now)
        }
        guard case .right(let right) = comparison else {
            throw try limiter.fail(reservation, of: account, session, client: client, in: transaction)
        }
        try transaction.reservations.delete(id: reservation.id)
        guard var session, now < session.endsAt(under: rules) else { throw Problem(.unauthenticated) }
        guard account.passcodeVersion == reservation.passcodeVersion, session.lockVersion == reservation.lockVersion,
            purpose.isOpenWhileLocked || !session.isLocked(of: account, under: rules, at: now)
        else { throw Problem(.locked) }
        if let upgraded = right.upgradedHash {
            try records.setHash(upgraded, of: &account)
            try transaction.accounts.update(account)
        }
        try clearFailures(of: &account, &session, client: client, in: transaction)
        if right.failed { throw Problem.temporarilyUnavailable() }
        if right.isReused { throw Problem.weakPasscode(.reused, "This is the current passcode.") }
        var success = Success(
            caller: Caller(account: account, session: session, rules: rules, now: now), newHash: right.newHash,
            transaction: transaction)
        return try effect(&success)
    }

    /// Returns the problem for a verification whose reservation was settled by something else.
    private func settledProblem(
        of reserved: Reserved, _ session: Session?, _ account: Account, at now: Timestamp
    ) -> Problem {
        guard reserved.reservation.isStale(at: now) else {
            // A reset has replaced the passcode.
            return session == nil ? Problem(.unauthenticated) : Problem(.locked)
        }
        // It took too long, and was counted as a failure.
        if let session { return limiter.problem(session, account, at: now) }
        let wasLast = reserved.isLastOfSession || account.resetRequired
        return wasLast
            ? .incorrectPasscode(remaining: 0, wait: .zero, sessionEnded: true) : Problem(.unauthenticated)
    }

    /// Clears the failures of the session and the account. Other sessions keep theirs, so that an attacker gets no new
    /// attempts.
    private func clearFailures(
        of account: inout Account, _ session: inout Session, client: ClientInfo, in transaction: Transaction
    ) throws {
        transaction.afterCommit { [metrics = limiter.metrics] in metrics.attempts.count(.right) }
        guard session.failures > 0 || account.failures > 0 else { return }
        try limiter.activity.record(
            .unlockedAfterFailures, of: account, device: session.deviceName, client: client, in: transaction)
        account.failures = 0
        session.failures = 0
        session.waitUntil = nil
        try transaction.accounts.update(account)
        try transaction.sessions.update(session)
    }
}
