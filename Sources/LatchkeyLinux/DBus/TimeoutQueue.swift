internal import Synchronization

/// A queue of handlers with the same timeout. It sleeps until the next deadline: a timer for each handler would cost
/// more than most calls.
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

    /// Schedules the handler to run once at its timeout, unless it is cancelled. Returns its identifier.
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

    /// Sleeps without retaining the queue.
    private static func sleep(_ callDue: @Sendable () -> ContinuousClock.Instant?) async {
        while let next = callDue() { guard (try? await Task.sleep(until: next)) != nil else { return } }
    }

    /// Calls the handlers whose timeout has ended. Returns the next deadline, or nil if none is left.
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
