import LatchkeyAPI

/// The counters of failed attempts per session and account, in a transaction.
struct AttemptLimiter: Sendable {
    let activity: ActivityLog
    let metrics: ServerMetrics

    /// Returns the reason why no attempt can be reserved; nil if one can.
    ///
    /// - Parameter inProgress: The account's attempts in progress.
    func rejection(
        of session: Session, _ account: Account, inProgress: [Reservation], at now: Timestamp
    ) -> Problem? {
        if account.resetRequired { return Problem(.passcodeResetRequired) }
        if account.passcodeHash == nil { return Problem(.passcodeNotSet) }
        if let wait = session.waitUntil, now < wait { return .tooManyAttempts(wait: wait - now) }
        let isBusy = inProgress.contains { $0.sessionID == session.id }
        let isSpent = account.failures + inProgress.count >= AttemptPolicy.perAccount
        return isBusy || isSpent ? .tooManyAttempts(wait: .seconds(1)) : nil
    }

    /// Turns expired attempts into failures, each at its own expiry, never in the future.
    ///
    /// - Returns: The problems to return, by reservation.
    @discardableResult
    func settleStale(_ attempts: [Reservation], in transaction: Transaction) throws -> [String: Problem] {
        let now = transaction.now
        var late: [String: Problem] = [:]
        for reservation in attempts where reservation.isStale(at: now) {
            guard let account = try transaction.accounts.find(id: reservation.accountID) else { break }
            late[reservation.id] = try fail(
                reservation, of: account, transaction.sessions.find(id: reservation.sessionID),
                client: ClientInfo(ip: nil), in: transaction,
                at: min(reservation.reservedAt + AttemptPolicy.settleWithin, now))
        }
        return late
    }

    /// Counts the reservation as a failure.
    ///
    /// - Parameters:
    ///   - session: Nil if it has ended.
    ///   - time: When it failed; nil for the transaction's time.
    /// - Returns: The problem to return.
    func fail(
        _ reservation: Reservation, of account: Account, _ session: Session?, client: ClientInfo,
        in transaction: Transaction, at time: Timestamp? = nil
    ) throws -> Problem {
        let time = time ?? transaction.now
        var (account, session) = (account, session)
        try transaction.reservations.delete(id: reservation.id)
        account.failures += 1
        session?.failures += 1
        let wait = AttemptPolicy.wait(afterFailure: session?.failures ?? 0)
        session?.waitUntil = wait > .zero ? time + wait : nil
        let device = session?.deviceName
        func record(_ kind: ActivityKind) throws {
            try activity.record(kind, of: account, device: device, client: client, in: transaction, at: time)
        }
        let isExpired = reservation.isStale(at: transaction.now)
        transaction.afterCommit { [metrics] in metrics.attempts.count(isExpired ? .expired : .wrong) }
        try record(.passcodeFailed)
        if account.failures >= AttemptPolicy.perAccount {
            if !account.resetRequired {
                transaction.afterCommit { [metrics] in metrics.blocks.count(.account) }
                try record(.passcodeBlocked)
            }
            account.requireReset()
            try transaction.accounts.update(account)
            try transaction.sessions.deleteAll(accountID: account.id, except: nil)
            return .incorrectPasscode(remaining: 0, wait: .zero, sessionEnded: true)
        }
        try transaction.accounts.update(account)
        guard let session else { return Problem(.unauthenticated) }
        if session.failures >= AttemptPolicy.perSession {
            transaction.afterCommit { [metrics] in metrics.blocks.count(.session) }
            // Ten failures on a signed-in device: notify the owner.
            try record(.sessionEnded)
            try activity.notifyOwner(
                .sessionEnded, of: account, device: device, client: client, in: transaction, at: time)
            try transaction.sessions.delete(id: session.id)
        } else {
            try transaction.sessions.update(session)
        }
        return problem(session, account, at: transaction.now)
    }

    /// Returns the problem for a failed attempt.
    func problem(_ session: Session, _ account: Account, at now: Timestamp) -> Problem {
        .incorrectPasscode(
            remaining: AttemptPolicy.remaining(
                sessionFailures: session.failures, accountFailures: account.failures),
            wait: session.waitUntil.map { max(.zero, $0 - now) } ?? .zero,
            sessionEnded: session.failures >= AttemptPolicy.perSession)
    }
}
