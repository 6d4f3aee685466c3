/// Lets one task in at a time, in the order of asking: an actor alone lets others in at every `await`.
///
/// A wait ends when its task is cancelled. Whoever need not wait comes in all the same, and stays in.
package final class AsyncMutex: Sendable {
    private struct State: Sendable {
        var isHeld = false
        var nextID = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        /// Cancelled before they waited.
        var cancelled: Set<Int> = []
    }

    private let state = Locked(State())

    /// Nobody is in.
    package init() {}

    /// Waits until nobody is in. Throws `CancellationError`, and lets nobody in, when the task is cancelled meanwhile.
    package func lock() async throws(CancellationError) {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isIn = await withTaskCancellationHandler {
            await withCheckedContinuation { enter(id, $0) }
        } onCancel: {
            abandon(id)
        }
        state.withLock { _ = $0.cancelled.remove(id) }
        guard isIn else { throw CancellationError() }
    }

    /// Lets the next one in. Only after a `lock()` that returned.
    package func unlock() {
        let next = state.withLock { state in
            // Stays held when it is handed on, so that nobody comes in between.
            state.isHeld = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }

    private func enter(_ id: Int, _ continuation: CheckedContinuation<Bool, Never>) {
        let isIn: Bool? = state.withLock { state in
            guard state.isHeld else {
                state.isHeld = true
                return true
            }
            if state.cancelled.contains(id) { return false }
            state.waiting.append((id, continuation))
            return nil
        }
        if let isIn { continuation.resume(returning: isIn) }
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
