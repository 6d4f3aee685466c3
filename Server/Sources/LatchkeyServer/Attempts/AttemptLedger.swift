import LatchkeyAPI

/// Keeps the books of attempts, by session and by account, inside a transaction.
struct AttemptLedger: Sendable {
    let activity: ActivityLog
    let metrics: ServerMetrics

    /// Returns why no attempt can be reserved now; nil when one can.
    func refusal(of caller: Caller, in repositories: Repositories) throws -> Problem? {
        if caller.account.resetRequired { return Problem(.passcodeResetRequired) }
        if caller.account.passcodeHash == nil { return Problem(.passcodeNotSet) }
        if let wait = caller.session.waitUntil, caller.now < wait { return .tooManyAttempts(wait: wait - caller.now) }
        let underWay = try repositories.reservations.list(accountID: caller.account.id)
            .filter { !$0.isStale(at: caller.now) }
        let isBusy = underWay.contains { $0.sessionID == caller.session.id }
        let isSpent = caller.account.failures + underWay.count >= AttemptLimits.perAccount
        return isBusy || isSpent ? .tooManyAttempts(wait: .seconds(1)) : nil
    }

    /// Turns the account's reservations that nobody settled in time into failures, each at the time its own ran out,
    /// and never later than now.
    /// Returns the answers to them, by reservation.
    @discardableResult
    func settleStale(accountID: String, in repositories: Repositories, at now: Timestamp) throws -> [String: Problem] {
        var answers: [String: Problem] = [:]
        for reservation in try repositories.reservations.list(accountID: accountID) where reservation.isStale(at: now) {
            guard let account = try repositories.accounts.find(id: accountID) else { break }
            answers[reservation.id] = try fail(
                reservation, of: account, client: ClientInfo(ip: nil), in: repositories,
                at: min(reservation.reservedAt + AttemptLimits.settleWithin, now), answeredAt: now)
        }
        return answers
    }

    /// Counts the reservation as a failure, with all that follows from it, and returns the answer to it.
    func fail(
        _ reservation: Reservation, of account: Account, client: ClientInfo, in repositories: Repositories,
        at now: Timestamp, answeredAt: Timestamp
    ) throws -> Problem {
        var account = account
        try repositories.reservations.delete(id: reservation.id)
        var session = try repositories.sessions.find(id: reservation.sessionID)
        account.failures += 1
        session?.failures += 1
        let wait = AttemptLimits.wait(afterFailure: session?.failures ?? 0)
        session?.waitUntil = wait > .zero ? now + wait : nil
        let device = session?.deviceName
        func record(_ kind: ActivityKind) throws {
            try activity.record(kind, of: account, device: device, client: client, in: repositories, at: now)
        }
        metrics.attempts.count(reservation.isStale(at: answeredAt) ? .expired : .wrong)
        try record(.passcodeFailed)
        if account.failures >= AttemptLimits.perAccount {
            if !account.resetRequired {
                metrics.blocks.count(.account)
                try record(.passcodeBlocked)
            }
            account.requireReset()
            try repositories.accounts.update(account)
            try repositories.endSessions(of: account)
            return .incorrectPasscode(remaining: 0, wait: .zero, sessionEnded: true)
        }
        try repositories.accounts.update(account)
        guard let session else { return Problem(.unauthenticated) }
        if session.failures >= AttemptLimits.perSession {
            metrics.blocks.count(.session)
            // Somebody guessed ten times on a signed-in device: the owner should know.
            try record(.sessionEnded)
            try activity.tellOwner(
                .sessionEnded, of: account, device: device, client: client, in: repositories, at: now)
            try repositories.sessions.delete(id: session.id)
        } else {
            try repositories.sessions.update(session)
        }
        return answer(session, account, at: answeredAt)
    }

    /// What a failed attempt is answered with.
    func answer(_ session: Session, _ account: Account, at now: Timestamp) -> Problem {
        .incorrectPasscode(
            remaining: AttemptLimits.remaining(
                sessionFailures: session.failures, accountFailures: account.failures),
            wait: session.waitUntil.map { max(.zero, $0 - now) } ?? .zero,
            sessionEnded: session.failures >= AttemptLimits.perSession)
    }
}

extension Reservation {
    /// Whether the time to settle it is over. One from further in the future than two servers' clocks differ was made
    /// before the clock went back: nobody can tell how long ago, and it counts as over, too.
    func isStale(at now: Timestamp) -> Bool {
        now - reservedAt >= AttemptLimits.settleWithin || reservedAt - now > Session.clockTolerance
    }
}

extension Repositories {
    /// Ends the account's sessions, all or all but one.
    func endSessions(of account: Account, except kept: String? = nil) throws {
        try sessions.deleteAll(accountID: account.id, except: kept)
    }
}
