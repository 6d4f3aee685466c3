import LatchkeyCore

/// A clock whose sleeps return immediately: each advances the time to its deadline and is recorded.
final class ImmediateClock: Clock {
    typealias Duration = Swift.Duration

    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleeps: [Duration] = []
    }

    private let state = LockedValue(State())
    private let oversleep: Duration

    let minimumResolution = Duration.zero
    var now: Instant { state.withLock { $0.now } }
    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// Creates a clock whose sleeps overrun by a duration, as on a suspended machine.
    init(oversleep: Duration = .zero) { self.oversleep = oversleep }

    func advance(by duration: Duration) { state.withLock { $0.now.offset += duration } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(state.now.duration(to: deadline))
            state.now = deadline.advanced(by: oversleep)
        }
    }
}
