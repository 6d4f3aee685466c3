extension Session {
    /// Whether the wait ends later than any that began by now, because the clock went back since.
    func isWaitTooLong(at now: Timestamp) -> Bool {
        waitUntil.map { $0 - now > AttemptLimits.wait(afterFailure: failures) + Self.clockTolerance } ?? false
    }

    /// Lets a wait that is too long begin now.
    mutating func shortenWait(at now: Timestamp) {
        if isWaitTooLong(at: now) { waitUntil = now + AttemptLimits.wait(afterFailure: failures) }
    }
}

extension Reservation {
    /// Whether the time to settle it is over. One from further in the future than two servers' clocks differ was made
    /// before the clock went back: its age is unknown, and it counts as over, too.
    func isStale(at now: Timestamp) -> Bool {
        now - reservedAt >= AttemptLimits.settleWithin || reservedAt - now > Session.clockTolerance
    }
}
