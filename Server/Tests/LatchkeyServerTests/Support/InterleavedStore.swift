import Synchronization

@testable import LatchkeyServer

/// A store that runs other work after each write.
final class InterleavedStore: StoreWrapper {
    let store: any Store
    private let turn: @Sendable (Int) async throws -> Void
    private let writes = Mutex(0)

    /// - Parameter turn: Receives the number of writes, 1 after the first.
    init(_ store: any Store, turn: @escaping @Sendable (Int) async throws -> Void) {
        self.store = store
        self.turn = turn
    }

    func write<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let value = try await store.write(on: scope, as: priority, body)
        let count = writes.withLock { count in
            count += 1
            return count
        }
        try await turn(count)
        return value
    }
}
