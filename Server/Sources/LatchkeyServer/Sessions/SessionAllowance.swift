import LatchkeyAPI

/// The rate limit of a session's calls that insert rows: a burst of 20, then one every ten seconds.
///
/// One stored time represents the whole bucket for all servers (virtual scheduling of the generic cell rate algorithm,
/// ITU-T I.371).
enum SessionAllowance {
    static let burst = 20
    static let interval: Duration = .seconds(10)
    private static let span: Duration = interval * burst

    /// Uses the allowance once.
    ///
    /// - Throws: `tooManyRequests`, without a change.
    static func use(_ usedUntil: inout Timestamp?, at now: Timestamp) throws {
        // A time further ahead than a full allowance on any server's clock means that the clock was set back. Later use
        // is forgotten.
        let used = usedUntil.flatMap { $0 - now > span + Session.clockTolerance ? nil : $0 } ?? now
        let end = max(used, now) + interval
        guard end - now <= span else { throw Problem.tooManyRequests(wait: end - now - span) }
        usedUntil = end
    }
}

extension Transaction {
    /// Uses the session's allowance for changes. Throws `tooManyRequests` if there is none.
    func useAllowance(of caller: inout Caller) throws {
        try SessionAllowance.use(&caller.session.changesUsedUntil, at: now)
        try sessions.update(caller.session)
    }
}
