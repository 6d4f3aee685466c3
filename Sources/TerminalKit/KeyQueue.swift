internal import LatchkeyCore

/// A bounded queue of keys from the reading thread to the task that handles them.
///
/// When it is full, the reader waits. No key is dropped.
final class KeyQueue: Sendable {
    /// The capacity of the queue.
    static let limit = 1024

    private struct State: Sendable {
        var keys: [Key] = []
        var isFinished = false
        var waiting: CheckedContinuation<Key?, Never>?
    }

    private let state = LockedValue(State())
    private let onSpace: @Sendable () -> Void

    /// - Parameter onSpace: Called when a full queue has space again.
    init(onSpace: @escaping @Sendable () -> Void) { self.onSpace = onSpace }

    var isFull: Bool { state.withLock { $0.keys.count >= Self.limit } }

    func add(_ keys: [Key]) {
        let handover: (CheckedContinuation<Key?, Never>, Key)? = state.withLock { state in
            state.keys += keys
            guard !state.keys.isEmpty, let waiting = state.waiting else { return nil }
            state.waiting = nil
            return (waiting, state.keys.removeFirst())
        }
        if let (waiting, key) = handover { waiting.resume(returning: key) }
    }

    /// Ends the queue. Queued keys can still be read.
    func finish() {
        state.withLock { $0.isFinished = true }
        endWait()
    }

    /// Drops the queued keys.
    func removeAll() { state.withLock { $0.keys = [] } }

    /// Returns the next key, or nil after the last one. Only one task may wait; a second one gets nil.
    func next() async -> Key? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in wait(continuation) }
        } onCancel: {
            endWait()
        }
    }

    private func endWait() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }

    private func wait(_ continuation: CheckedContinuation<Key?, Never>) {
        var wasFull = false
        let result: Key?? = state.withLock { state in
            if !state.keys.isEmpty {
                wasFull = state.keys.count >= Self.limit
                return .some(state.keys.removeFirst())
            }
            if state.isFinished || Task.isCancelled || state.waiting != nil { return .some(nil) }
            state.waiting = continuation
            return nil
        }
        if case .some(let key) = result { continuation.resume(returning: key) }
        if wasFull, !isFull { onSpace() }
    }
}
