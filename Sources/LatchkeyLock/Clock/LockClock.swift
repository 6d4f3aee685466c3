public import Foundation

/// The clocks that the lock measures by. An implementation passes `LockClockContract` of `LatchkeyTestSupport`.
public protocol LockClock: Sendable {
    /// Reads all clocks at once.
    func reading() -> ClockReading
}

/// The clocks at one moment.
public struct ClockReading: Sendable, Equatable {
    /// Identifies the run of the system since it was started. Readings of different runs cannot be compared.
    public let bootID: String
    /// The time since the system was started, sleep included. It cannot be changed.
    public let continuous: Duration
    /// The time of day, which can be changed: used only to detect a changed clock, and to show a time.
    public let wall: Date

    public init(bootID: String, continuous: Duration, wall: Date) {
        self.bootID = bootID
        self.continuous = continuous
        self.wall = wall
    }

    /// The time from an earlier reading to this one, or nil when it cannot be known: the system was restarted in
    /// between, or the continuous clock went back.
    func elapsed(since earlier: ClockReading) -> Duration? {
        guard bootID == earlier.bootID, continuous >= earlier.continuous else { return nil }
        return continuous - earlier.continuous
    }
}
