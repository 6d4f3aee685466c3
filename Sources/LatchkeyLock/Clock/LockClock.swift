public import Foundation

/// The clocks of a lock. An implementation passes `LockClockContract` of `LatchkeyTestSupport`.
public protocol LockClock: Sendable {
    /// Reads all clocks at the same moment.
    func reading() -> ClockReading
}

/// A reading of all clocks.
public struct ClockReading: Sendable, Equatable {
    /// The identifier of the current boot. Readings of different boots cannot be compared.
    public let bootID: String
    /// The time since the system started, including sleep. It cannot be changed.
    public let continuous: Duration
    /// The time of day, which can be changed. Used only to detect a changed clock and to display a time.
    public let wall: Date

    public init(bootID: String, continuous: Duration, wall: Date) {
        self.bootID = bootID
        self.continuous = continuous
        self.wall = wall
    }

    /// The time since an earlier reading, or nil if it is unknown: the system was restarted in between, or the
    /// continuous clock went back.
    func elapsed(since earlier: ClockReading) -> Duration? {
        guard bootID == earlier.bootID, continuous >= earlier.continuous else { return nil }
        return continuous - earlier.continuous
    }
}
