/// A deadline on the system clock, because poll(2) waits on it; a test clock would not end the wait.
package struct Deadline: Sendable, Comparable {
    private let instant: ContinuousClock.Instant

    /// The deadline after a duration.
    package static func `in`(_ duration: Duration) -> Deadline { Deadline(instant: .now + duration) }

    package var hasPassed: Bool { ContinuousClock.now >= instant }

    /// The remaining time, never negative.
    package var remaining: Duration { max(.zero, instant - .now) }

    package static func < (left: Deadline, right: Deadline) -> Bool { left.instant < right.instant }
}

extension Duration {
    /// The remaining time in milliseconds, rounded up, so that the last wait is not a busy loop.
    var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
