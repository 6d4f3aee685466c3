public import Foundation

/// How long the app may be away before it locks.
public enum LockTimeout: Int, Sendable, CaseIterable, Codable {
    /// At once, but for the grace of five seconds that requirement 01 gives a look at another app.
    case immediately = 0
    /// After one minute.
    case oneMinute = 1
    /// After five minutes.
    case fiveMinutes = 5
    /// After fifteen minutes.
    case fifteenMinutes = 15
    /// After half an hour.
    case thirtyMinutes = 30
    /// After an hour.
    case oneHour = 60

    /// The absence at which the app locks: exactly at the limit it does.
    public var limit: Duration {
        self == .immediately ? .seconds(5) : .seconds(60 * rawValue)
    }

    /// How far the wall clock may run from the other one during an absence before it counts as changed.
    static let tolerance: TimeInterval = 5

    /// Whether an absence between the two readings locks. Any doubt does: the system was started again, a clock went
    /// back, or the wall clock was set in between.
    public func isReached(from left: ClockReading, to now: ClockReading) -> Bool {
        guard let away = now.elapsed(since: left) else { return true }
        let awayByWall = now.wall.timeIntervalSince(left.wall)
        // Written so that a time that is not a number is a doubt, too.
        guard abs(awayByWall - away.timeInterval) <= Self.tolerance else { return true }
        return away >= limit
    }

    /// Whether an absence of so many seconds locks; one below zero, or that is not a number, does.
    public func isReached(after seconds: TimeInterval) -> Bool {
        !(seconds >= 0 && seconds < limit.timeInterval)
    }
}

extension Duration {
    /// In seconds.
    var timeInterval: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
    }
}
