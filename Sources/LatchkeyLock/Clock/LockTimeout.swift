public import Foundation

/// The absence after which the app locks; on Linux also the time without activity
/// (``PasscodeService/recordActivity()``), which is at least one minute.
public enum LockTimeout: Int, Sendable, CaseIterable, Codable {
    /// Locks after a grace period of five seconds.
    case immediately = 0
    /// Locks after one minute.
    case oneMinute = 1
    /// Locks after five minutes.
    case fiveMinutes = 5
    /// Locks after fifteen minutes.
    case fifteenMinutes = 15
    /// Locks after half an hour.
    case thirtyMinutes = 30
    /// Locks after one hour.
    case oneHour = 60

    /// The absence that locks the app. An absence of exactly this duration locks.
    public var limit: Duration {
        self == .immediately ? .seconds(5) : .seconds(60 * rawValue)
    }

    /// The difference between the two clocks over an absence that indicates a changed wall clock, in seconds.
    static let tolerance: TimeInterval = 5

    /// Whether an absence between the two readings locks. True in doubt: the system was restarted, a clock went back,
    /// or the wall clock was changed in between.
    public func isReached(from left: ClockReading, to now: ClockReading) -> Bool {
        now.hasReached(limit, since: left)
    }

    /// Whether an absence of this number of seconds locks. True for a negative number and for NaN.
    public func isReached(after seconds: TimeInterval) -> Bool {
        !(seconds >= 0 && seconds < limit.timeInterval)
    }
}

extension ClockReading {
    /// Whether the time since an earlier reading has reached the limit. True in doubt: the system was restarted, a
    /// clock went back, or the wall clock was changed in between.
    package func hasReached(_ limit: Duration, since earlier: ClockReading) -> Bool {
        guard let passed = elapsed(since: earlier) else { return true }
        let passedByWall = wall.timeIntervalSince(earlier.wall)
        // Written so that NaN also locks.
        guard abs(passedByWall - passed.timeInterval) <= LockTimeout.tolerance else { return true }
        return passed >= limit
    }
}

extension Duration {
    /// The duration in seconds.
    package var timeInterval: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
    }
}
