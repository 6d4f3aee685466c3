extension Session {
    /// Whether the delay ends later than any delay that starts now, because the clock was set back.
    func isWaitTooLong(at now: Timestamp) -> Bool {
        waitUntil.map { $0 - now > AttemptPolicy.wait(afterFailure: failures) + Self.clockTolerance } ?? false
    }

    /// Restarts a delay that is too long.
    mutating func shortenWait(at now: Timestamp) {
        if isWaitTooLong(at: now) { waitUntil = now + AttemptPolicy.wait(afterFailure: failures) }
    }
}

extension Reservation {
    /// Whether the time to settle has passed. A reservation further in the future than two servers' clocks may differ
    /// predates a clock change; its age is unknown, so it has expired.
    func isStale(at now: Timestamp) -> Bool {
        now - reservedAt >= AttemptPolicy.settleWithin || reservedAt - now > Session.clockTolerance
    }
}
