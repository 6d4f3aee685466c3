/// The moment until which something is waited for. It is of the system's clock, since the waits themselves are the
/// system's (poll(2)); a clock of a test's would not end them.
package struct Deadline: Sendable, Comparable {
    private let instant: ContinuousClock.Instant

    /// The moment after so much time from now on.
    package static func `in`(_ duration: Duration) -> Deadline { Deadline(instant: .now + duration) }

    package var hasPassed: Bool { ContinuousClock.now >= instant }

    /// Never negative.
    package var remaining: Duration { max(.zero, instant - .now) }

    package static func < (left: Deadline, right: Deadline) -> Bool { left.instant < right.instant }
}

extension Duration {
    /// Whole milliseconds, rounded up: a wait of less than one would be none, and be tried again and again.
    var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
