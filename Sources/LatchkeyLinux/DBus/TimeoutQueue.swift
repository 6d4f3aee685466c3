internal import Synchronization

/// Calls handlers when their timeout ends. All have the same timeout, so the queue sleeps until the first deadline and
/// then until the next one: a timer for each handler would cost more than most calls take.
final class TimeoutQueue: Sendable {
    private struct Entry {
        let deadline: ContinuousClock.Instant
        let handler: @Sendable () -> Void
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var lastID: UInt64 = 0
        var sleeper: Task<Void, Never>?
    }

    private let timeout: Duration
    private let state = Mutex(State())

    init(timeout: Duration) { self.timeout = timeout }

    deinit { state.withLock { $0.sleeper }?.cancel() }

    /// Calls the handler once when its timeout ends, unless it is cancelled before. Returns its identifier.
    func schedule(_ handler: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            state.entries[state.lastID] = Entry(deadline: .now + timeout, handler: handler)
            if state.sleeper == nil {
                state.sleeper = Task.detached { [weak self] in await Self.sleep { [weak self] in self?.callDue() } }
            }
            return state.lastID
        }
    }

    func cancel(_ id: UInt64) { state.withLock { _ = $0.entries.removeValue(forKey: id) } }

    /// Does not keep the queue alive.
    private static func sleep(_ callDue: @Sendable () -> ContinuousClock.Instant?) async {
        while let next = callDue() { guard (try? await Task.sleep(until: next)) != nil else { return } }
    }

    /// Calls the handlers whose timeout has ended. Returns the next deadline, or nil when none is left.
    private func callDue() -> ContinuousClock.Instant? {
        let (due, next) = state.withLock { state in
            let now = ContinuousClock.now
            let due = state.entries.filter { $0.value.deadline <= now }
            for id in due.keys { state.entries[id] = nil }
            let next = state.entries.values.map(\.deadline).min()
            if next == nil { state.sleeper = nil }
            return (due.values.map(\.handler), next)
        }
        for handler in due { handler() }
        return next
    }
}
