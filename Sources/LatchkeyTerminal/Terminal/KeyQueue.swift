/// Keys between the thread that reads them and the task that acts on them.
///
/// There are never many: a reader that is faster than the app waits, so that nothing is dropped and nothing piles up.
final class KeyQueue: Sendable {
    /// From here on the reader waits.
    static let limit = 1024

    private struct State: Sendable {
        var keys: [Key] = []
        var isFinished = false
        var waiting: CheckedContinuation<Key?, Never>?
    }

    private let state = Guarded(State())
    private let onSpace: @Sendable () -> Void

    /// The closure is called when the queue was full and is no more.
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

    /// What is queued can still be taken.
    func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }

    /// Forgets what nobody has taken yet.
    func removeAll() { state.withLock { $0.keys = [] } }

    /// The next key, or nil when there will be no more. For one task at a time; a second one gets nil.
    func next() async -> Key? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in wait(continuation) }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(returning: nil)
        }
    }

    private func wait(_ continuation: CheckedContinuation<Key?, Never>) {
        var wasFull = false
        let answer: Key?? = state.withLock { state in
            if !state.keys.isEmpty {
                wasFull = state.keys.count >= Self.limit
                return .some(state.keys.removeFirst())
            }
            if state.isFinished || Task.isCancelled || state.waiting != nil { return .some(nil) }
            state.waiting = continuation
            return nil
        }
        if case .some(let key) = answer { continuation.resume(returning: key) }
        if wasFull, !isFull { onSpace() }
    }
}
