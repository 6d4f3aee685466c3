public import Foundation

/// One look at the clocks.
public struct ClockReading: Sendable, Equatable {
    /// Names the run of the system since it was started: two readings compare only under the same name.
    public let bootID: String
    /// Time since the system was started, sleep included, which nobody can set.
    public let continuous: Duration
    /// The time of day, which anybody can set: only ever used to raise doubts, and to show a time to people.
    public let wall: Date

    public init(bootID: String, continuous: Duration, wall: Date) {
        self.bootID = bootID
        self.continuous = continuous
        self.wall = wall
    }

    /// The time from an earlier reading to this one, or nil when it cannot be known: the system was started again in
    /// between, or the clock that cannot go back did.
    func elapsed(since earlier: ClockReading) -> Duration? {
        guard bootID == earlier.bootID, continuous >= earlier.continuous else { return nil }
        return continuous - earlier.continuous
    }
}
