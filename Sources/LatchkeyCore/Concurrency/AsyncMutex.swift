/// A mutual exclusion lock that a task waits for without blocking a thread. Waiting tasks get it in the order of their
/// calls. An actor does not replace it: an actor lets other calls in at every `await`.
///
/// A task that is cancelled stops waiting. A task that need not wait gets the lock even if it is cancelled.
package final class AsyncMutex: Sendable {
    private struct State: Sendable {
        var isHeld = false
        var nextID = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        /// Cancelled before they waited.
        var cancelled: Set<Int> = []
    }

    private let state = LockedValue(State())

    package init() {}

    /// Waits for the lock. Throws `CancellationError`, without the lock, when the task is cancelled while it waits.
    package func lock() async throws(CancellationError) {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let hasLock = await withTaskCancellationHandler {
            await withCheckedContinuation { enter(id, $0) }
        } onCancel: {
            abandon(id)
        }
        state.withLock { _ = $0.cancelled.remove(id) }
        guard hasLock else { throw CancellationError() }
    }

    /// Releases the lock. Call it once for each `lock()` that returned.
    package func unlock() {
        let next = state.withLock { state in
            // Stays held while it is handed over, so that no other task takes it in between.
            state.isHeld = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }

    private func enter(_ id: Int, _ continuation: CheckedContinuation<Bool, Never>) {
        let hasLock: Bool? = state.withLock { state in
            guard state.isHeld else {
                state.isHeld = true
                return true
            }
            if state.cancelled.contains(id) { return false }
            state.waiting.append((id, continuation))
            return nil
        }
        if let hasLock { continuation.resume(returning: hasLock) }
    }

    private func abandon(_ id: Int) {
        let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.waiting.remove(at: index).continuation
        }
        waiting?.resume(returning: false)
    }
}
