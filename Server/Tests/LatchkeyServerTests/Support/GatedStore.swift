import Synchronization

@testable import LatchkeyServer

/// A store whose writes wait until the test releases them.
final class GatedStore: StoreWrapper {
    private struct State {
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let store: any Store
    private let state = Mutex(State())

    init(_ store: any Store) {
        self.store = store
    }

    /// The number of waiting writes.
    var waiting: Int { state.withLock { $0.waiting.count } }

    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func write<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld { state.waiting.append(continuation) }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
        return try await store.write(on: scope, as: priority, body)
    }
}
