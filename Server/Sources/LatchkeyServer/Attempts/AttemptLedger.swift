import LatchkeyAPI

/// Counts attempts, by session and by account, inside a transaction.
struct AttemptLedger: Sendable {
    let activity: ActivityLog
    let metrics: ServerMetrics

    /// Returns why no attempt can be reserved now; nil when one can.
    ///
    /// - Parameter underWay: The attempts under way on the account.
    func refusal(
        of session: Session, _ account: Account, underWay: [Reservation], at now: Timestamp
    ) -> Problem? {
        if account.resetRequired { return Problem(.passcodeResetRequired) }
        if account.passcodeHash == nil { return Problem(.passcodeNotSet) }
        if let wait = session.waitUntil, now < wait { return .tooManyAttempts(wait: wait - now) }
        let isBusy = underWay.contains { $0.sessionID == session.id }
        let isSpent = account.failures + underWay.count >= AttemptLimits.perAccount
        return isBusy || isSpent ? .tooManyAttempts(wait: .seconds(1)) : nil
    }

    /// Turns those of an account's attempts that were not settled in time into failures, each at the time its own ran
    /// out, and never later than now.
    ///
    /// - Returns: The problems that answer them, by reservation.
    @discardableResult
    func settleStale(_ attempts: [Reservation], in transaction: Transaction) throws -> [String: Problem] {
        let now = transaction.now
        var late: [String: Problem] = [:]
        for reservation in attempts where reservation.isStale(at: now) {
            guard let account = try transaction.accounts.find(id: reservation.accountID) else { break }
            late[reservation.id] = try fail(
                reservation, of: account, transaction.sessions.find(id: reservation.sessionID),
                client: ClientInfo(ip: nil), in: transaction,
                at: min(reservation.reservedAt + AttemptLimits.settleWithin, now))
        }
        return late
    }

    /// Counts the reservation as a failure, with all its consequences.
    ///
    /// - Parameters:
    ///   - session: Nil when it has ended since.
    ///   - time: When it failed; nil for the time of the transaction.
    /// - Returns: The problem that answers it.
    func fail(
        _ reservation: Reservation, of account: Account, _ session: Session?, client: ClientInfo,
        in transaction: Transaction, at time: Timestamp? = nil
    ) throws -> Problem {
        let time = time ?? transaction.now
        var (account, session) = (account, session)
        try transaction.reservations.delete(id: reservation.id)
        account.failures += 1
        session?.failures += 1
        let wait = AttemptLimits.wait(afterFailure: session?.failures ?? 0)
        session?.waitUntil = wait > .zero ? time + wait : nil
        let device = session?.deviceName
        func record(_ kind: ActivityKind) throws {
            try activity.record(kind, of: account, device: device, client: client, in: transaction, at: time)
        }
        let isExpired = reservation.isStale(at: transaction.now)
        transaction.afterCommit { [metrics] in metrics.attempts.count(isExpired ? .expired : .wrong) }
        try record(.passcodeFailed)
        if account.failures >= AttemptLimits.perAccount {
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
        if session.failures >= AttemptLimits.perSession {
            transaction.afterCommit { [metrics] in metrics.blocks.count(.session) }
            // Someone guessed ten times on a signed-in device: the owner should know.
            try record(.sessionEnded)
            try activity.tellOwner(
                .sessionEnded, of: account, device: device, client: client, in: transaction, at: time)
            try transaction.sessions.delete(id: session.id)
        } else {
            try transaction.sessions.update(session)
        }
        return answer(session, account, at: transaction.now)
    }

    /// Returns the problem that answers a failed attempt.
    func answer(_ session: Session, _ account: Account, at now: Timestamp) -> Problem {
        .incorrectPasscode(
            remaining: AttemptLimits.remaining(
                sessionFailures: session.failures, accountFailures: account.failures),
            wait: session.waitUntil.map { max(.zero, $0 - now) } ?? .zero,
            sessionEnded: session.failures >= AttemptLimits.perSession)
    }
}
