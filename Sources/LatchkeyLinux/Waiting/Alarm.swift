internal import Synchronization

/// Tells those who have waited for too long. All of them wait equally long, so it sleeps until the first one's end and
/// then until the next one's: a timer for each wait would cost more than most waits take.
final class Alarm: Sendable {
    private struct Wait {
        let end: ContinuousClock.Instant
        let ring: @Sendable () -> Void
    }

    private struct State {
        var waits: [UInt64: Wait] = [:]
        var last: UInt64 = 0
        var sleeper: Task<Void, Never>?
    }

    private let timeout: Duration
    private let state = Mutex(State())

    init(after timeout: Duration) { self.timeout = timeout }

    deinit { state.withLock { $0.sleeper }?.cancel() }

    /// Rings once when the timeout has ended, unless the wait is over by then.
    func wait(_ ring: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            state.last += 1
            state.waits[state.last] = Wait(end: .now + timeout, ring: ring)
            if state.sleeper == nil {
                state.sleeper = Task.detached { [weak self] in await Self.sleep { [weak self] in self?.ring() } }
            }
            return state.last
        }
    }

    /// The wait is over.
    func stop(_ wait: UInt64) { state.withLock { _ = $0.waits.removeValue(forKey: wait) } }

    /// Keeps no alarm that nobody else does.
    private static func sleep(_ ring: @Sendable () -> ContinuousClock.Instant?) async {
        while let next = ring() { guard (try? await Task.sleep(until: next)) != nil else { return } }
    }

    /// Rings for those whose timeout has ended. Returns when the next one's does, or nil when nobody waits.
    private func ring() -> ContinuousClock.Instant? {
        let (due, next) = state.withLock { state in
            let now = ContinuousClock.now
            let due = state.waits.filter { $0.value.end <= now }
            for wait in due.keys { state.waits[wait] = nil }
            let next = state.waits.values.map(\.end).min()
            if next == nil { state.sleeper = nil }
            return (due.values.map(\.ring), next)
        }
        for ring in due { ring() }
        return next
    }
}
