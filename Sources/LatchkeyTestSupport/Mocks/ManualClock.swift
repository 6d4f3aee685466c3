internal import Foundation
internal import LatchkeyCore
public import LatchkeyLock

/// A clock that only the test advances. A task that sleeps on it wakes when the clock reaches its deadline.
public final class ManualClock: Clock {
    /// A point in time, as the total by which the clock was advanced.
    public struct Instant: InstantProtocol, Hashable, Sendable {
        /// The time since the clock was created.
        public var offset: Duration

        /// Creates a point in time.
        public init(offset: Duration) { self.offset = offset }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper: Sendable {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var now = Instant(offset: .zero)
        var boot = (id: "boot", offset: Duration.seconds(-1000))
        var wallOffset = Duration.zero
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = LockedValue(State())

    /// Creates a clock at offset zero.
    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Advances the clock, and wakes the tasks whose deadline is reached, the earliest first. A negative duration wakes
    /// none.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until at least this number of tasks sleep on the clock, so that none misses the next advance.
    public func waitForSleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(id, Sleeper(deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                // Cancelled before it began to sleep, so it must not sleep.
                state.cancelled.insert(id)
                return state.sleepers.removeValue(forKey: id)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func enter(_ id: Int, _ sleeper: Sleeper) {
        enum Fate { case cancelled, due, asleep([CheckedContinuation<Void, Never>]) }
        let fate: Fate = state.withLock { state in
            if state.cancelled.remove(id) != nil { return .cancelled }
            if sleeper.deadline <= state.now { return .due }
            state.sleepers[id] = sleeper
            let count = state.sleepers.count
            let awaited = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return .asleep(awaited)
        }
        switch fate {
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        case .due: sleeper.continuation.resume()
        case .asleep(let watchers): for watcher in watchers { watcher.resume() }
        }
    }
}

/// A lock's clocks. The time of day advances with the clock, and can be changed separately.
extension ManualClock: LockClock {
    public func reading() -> ClockReading {
        state.withLock { state in
            ClockReading(
                bootID: state.boot.id, continuous: state.now.offset - state.boot.offset,
                wall: Date(timeIntervalSince1970: 1e9 + (state.now.offset + state.wallOffset) / .seconds(1)))
        }
    }

    /// Changes only the time of day, as a user does in the settings.
    public func changeWall(by duration: Duration) { state.withLock { $0.wallOffset += duration } }

    /// Restarts the system, which takes ten seconds.
    public func reboot() {
        advance(by: .seconds(10))
        state.withLock { $0.boot = ($0.boot.id + "+", $0.now.offset - .seconds(10)) }
    }
}
