import LatchkeyAPI

/// How often a session may do what leaves a row behind: 20 times at once, and once more each ten seconds.
///
/// One stored time says how much is used, so that all servers on the database share one bound (the virtual
/// scheduling form of the generic cell rate algorithm, ITU-T I.371).
enum SessionAllowance {
    static let burst = 20
    static let interval: Duration = .seconds(10)
    private static let span: Duration = interval * burst

    /// Uses the allowance once.
    ///
    /// - Throws: `tooManyRequests`; the allowance is then as it was.
    static func use(_ usedUntil: inout Timestamp?, at now: Timestamp) throws {
        // Further ahead than a full allowance reaches on any server's clock means that the clock went back: what was
        // used later than now no longer counts.
        let used = usedUntil.flatMap { $0 - now > span + Session.clockTolerance ? nil : $0 } ?? now
        let end = max(used, now) + interval
        guard end - now <= span else { throw Problem.tooManyRequests(wait: end - now - span) }
        usedUntil = end
    }
}
