internal import Synchronization

/// The result of work that may be slow or never end. Callers wait until their timeout; the work itself is not stopped.
final class PendingResult<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [UInt64: CheckedContinuation<Value?, Never>] = [:]
        var timedOut: Set<UInt64> = []
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Ends all waits, including future ones.
    func resolve(_ value: Value) {
        let waiting = state.withLock { state in
            state.value = value
            defer { state.waiting = [:] }
            return state.waiting.values.map(\.self)
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// Whether all callers that waited have timed out.
    var isAbandoned: Bool { state.withLock { $0.value == nil && $0.waiting.isEmpty && !$0.timedOut.isEmpty } }

    /// Returns the result, or nil at the end of the timeout.
    func value(within timeout: Duration) async -> Value? { await value(timeouts: TimeoutQueue(timeout: timeout)) }

    /// Returns the result, or nil at the end of the queue's timeout.
    func value(timeouts: TimeoutQueue) async -> Value? {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let timeout = timeouts.schedule { self.stopWaiting(id) }
        defer { timeouts.cancel(timeout) }
        return await withCheckedContinuation { continuation in
            let result: Value?? = state.withLock { state in
                if let value = state.value { return .some(value) }
                if state.timedOut.contains(id) { return .some(nil) }
                state.waiting[id] = continuation
                return nil
            }
            if let result { continuation.resume(returning: result) }
        }
    }

    private func stopWaiting(_ id: UInt64) {
        let continuation = state.withLock { state in
            state.timedOut.insert(id)
            return state.waiting.removeValue(forKey: id)
        }
        continuation?.resume(returning: nil)
    }
}
