import LatchkeyAPI
import LatchkeyPasscode
import Logging

/// The one place where a passcode is checked: verify, and every `current_passcode`.
///
/// The order is what makes the budget of guesses hold, however many run at once: a permit to hash; then an attempt is
/// reserved and committed; then it is hashed; then it is settled. A crash in between leaves it spent.
struct PasscodeChecks: Sendable {
    let dependencies: Dependencies
    let ledger: AttemptLedger
    let records: PasscodeRecords

    /// What a right passcode gives its effect to work with.
    struct Success {
        var caller: Caller
        /// The hash of the new passcode, where one was given.
        let newHash: PasscodeHash?
        let repositories: Repositories
    }

    /// An attempt that is committed.
    private struct Reserved {
        let reservation: Reservation
        let hash: PasscodeHash
        /// Whether its failure ends the session.
        let isLastOfSession: Bool
    }

    /// Checks the passcode and, when it is right, runs `effect` in the transaction that settles the attempt.
    ///
    /// - Parameters:
    ///   - new: A passcode to hash as well, which must differ from the current one.
    ///   - asker: The session as the request came with it.
    /// - Throws: a ``Problem``; `temporarilyUnavailable` when the server has too much to hash or no database. What
    ///   cannot be read is an error before an attempt is spent.
    func check<Value: Sendable>(
        _ passcode: Passcode, new: Passcode? = nil, for purpose: CheckPurpose, by asker: Asker, client: ClientInfo,
        effect: @escaping @Sendable (inout Success) throws -> Value
    ) async throws -> Value {
        // Asked before the permit too, since a refusal comes before an overload.
        try await dependencies.store.read { [self] repositories in
            try refuse(asker.caller, purpose, in: repositories)
        }
        let permit = try await dependencies.workers.permit()
        let reserved = try await reserve(asker.credential, purpose)
        let verdict: Verdict
        do {
            let (hasher, salt) = (dependencies.hasher, records.makeSalt())
            verdict = try await permit.run {
                try Verdict(of: passcode, against: reserved.hash, new: new, salt: salt, hasher: hasher)
            }
        } catch {
            // Nothing was evaluated: there was no memory for it.
            try await release(reserved.reservation)
            throw error
        }
        do {
            return try await dependencies.store.writeEvenIfRefused(as: .settlement) { [self] repositories in
                try settle(reserved, verdict, purpose, client: client, in: repositories, effect: effect)
            }
        } catch  where verdict.isRight && !(error is Problem) && !(error is StoreError) {
            // Something that its effect needs is damaged: a right passcode costs no attempt (V15).
            try await release(reserved.reservation)
            throw error
        }
    }

    /// Gives the attempt back.
    private func release(_ reservation: Reservation) async throws {
        try await dependencies.store.write(as: .settlement) { repositories in
            try repositories.reservations.delete(id: reservation.id)
        }
    }

    /// Throws why no attempt can be reserved now.
    private func refuse(_ caller: Caller, _ purpose: CheckPurpose, in repositories: Repositories) throws {
        if caller.isLocked, !purpose.isOpenWhileLocked { throw Problem(.locked) }
        if let problem = try ledger.refusal(of: caller, in: repositories) { throw problem }
        if let allowance = purpose.allowance {
            var usedUntil = caller.session[keyPath: allowance]
            try SessionAllowance.use(&usedUntil, at: caller.now)
        }
    }

    private func reserve(_ credential: Credential, _ purpose: CheckPurpose) async throws -> Reserved {
        let id = dependencies.makeID()
        return try await dependencies.store.writeEvenIfRefused(as: .reservation) { [self] repositories in
            let now = dependencies.clock.now()
            var caller = try repositories.caller(credential, at: now)
            let accountID = caller.account.id
            if try !ledger.settleStale(accountID: accountID, in: repositories, at: now).isEmpty {
                caller = try repositories.caller(credential, at: now)
            }
            try refuse(caller, purpose, in: repositories)
            if purpose.needsRecoveryKey { try records.checkRecoveryKey(of: caller.account) }
            guard let hash = try records.hash(of: caller.account) else { throw Problem(.passcodeNotSet) }
            let reservation = Reservation(
                id: id, accountID: accountID, sessionID: caller.session.id, reservedAt: now,
                passcodeVersion: caller.account.passcodeVersion, lockVersion: caller.session.lockVersion)
            try repositories.reservations.insert(reservation)
            return Reserved(
                reservation: reservation, hash: hash,
                isLastOfSession: caller.session.failures + 1 >= AttemptLimits.perSession)
        }
    }

    private func settle<Value: Sendable>(
        _ reserved: Reserved, _ verdict: Verdict, _ purpose: CheckPurpose, client: ClientInfo,
        in repositories: Repositories, effect: (inout Success) throws -> Value
    ) throws -> Value {
        let now = dependencies.clock.now()
        let reservation = reserved.reservation
        let late = try ledger.settleStale(accountID: reservation.accountID, in: repositories, at: now)
        if let problem = late[reservation.id] { throw problem }
        guard var account = try repositories.accounts.find(id: reservation.accountID) else {
            throw Problem(.unauthenticated)
        }
        let session = try repositories.sessions.find(id: reservation.sessionID)
        guard try repositories.reservations.find(id: reservation.id) != nil else {
            throw answer(to: reserved, session, account, at: now)
        }
        guard case .right(let right) = verdict else {
            throw try ledger.fail(
                reservation, of: account, client: client, in: repositories, at: now, answeredAt: now)
        }
        try repositories.reservations.delete(id: reservation.id)
        guard var session else { throw Problem(.unauthenticated) }
        guard account.passcodeVersion == reservation.passcodeVersion, session.lockVersion == reservation.lockVersion,
            purpose.isOpenWhileLocked || !session.isLocked(under: account, at: now)
        else { throw Problem(.locked) }
        if let upgraded = right.upgradedHash {
            try records.setHash(upgraded, of: &account)
            try repositories.accounts.update(account)
        }
        try clearFailures(of: &account, &session, client: client, in: repositories, at: now)
        if right.failed { throw Problem.temporarilyUnavailable() }
        if right.isReused { throw Problem.weakPasscode(.reused, "This is the current passcode.") }
        var success = Success(
            caller: Caller(account: account, session: session, tokenCountsAsLocked: false, now: now),
            newHash: right.newHash, repositories: repositories)
        return try effect(&success)
    }

    /// What a check is answered with whose reservation somebody else has settled.
    private func answer(
        to reserved: Reserved, _ session: Session?, _ account: Account, at now: Timestamp
    ) -> Problem {
        guard reserved.reservation.isStale(at: now) else {
            // A reset has replaced the passcode that it was about.
            return session == nil ? Problem(.unauthenticated) : Problem(.locked)
        }
        // It took too long, and has become a failure in every respect.
        if let session { return ledger.answer(session, account, at: now) }
        let wasLast = reserved.isLastOfSession || account.resetRequired
        return wasLast
            ? .incorrectPasscode(remaining: 0, wait: .zero, sessionEnded: true) : Problem(.unauthenticated)
    }

    /// Clears the session's and the account's count. Other sessions keep theirs: the owner must not refill a thief's.
    private func clearFailures(
        of account: inout Account, _ session: inout Session, client: ClientInfo, in repositories: Repositories,
        at now: Timestamp
    ) throws {
        ledger.metrics.attempts.count(.right)
        guard session.failures > 0 || account.failures > 0 else { return }
        try ledger.activity.record(
            .unlockedAfterFailures, of: account, device: session.deviceName, client: client, in: repositories, at: now)
        account.failures = 0
        session.failures = 0
        session.waitUntil = nil
        try repositories.accounts.update(account)
        try repositories.sessions.update(session)
    }
}
