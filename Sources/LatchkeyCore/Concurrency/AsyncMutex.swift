/// A mutual exclusion lock for tasks, acquired in the order of the calls, without blocking a thread.
///
/// An actor does not replace it: at every `await`, an actor runs other calls. A task that is cancelled stops waiting. A
/// free lock is acquired even by a cancelled task.
package final class AsyncMutex: Sendable {
    private struct State: Sendable {
        var isHeld = false
        var nextID = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        /// Tasks that were cancelled before they began to wait.
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
            // The lock stays held while it is handed over, so that no other task acquires it in between.
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
