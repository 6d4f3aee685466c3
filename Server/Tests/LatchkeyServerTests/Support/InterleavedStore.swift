import Synchronization

@testable import LatchkeyServer

/// A store that runs other work after each write: what others may see, and do, between two of them.
final class InterleavedStore: Store {
    private let store: any Store
    private let turn: @Sendable (Int) async throws -> Void
    private let writes = Mutex(0)

    /// - Parameter turn: is given how many writes were made, 1 after the first.
    init(_ store: any Store, turn: @escaping @Sendable (Int) async throws -> Void) {
        self.store = store
        self.turn = turn
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await store.read(body)
    }

    func readAtOnce<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await store.readAtOnce(body)
    }

    func write<Value: Sendable>(
        as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let value = try await store.write(as: priority, body)
        let count = writes.withLock { count in
            count += 1
            return count
        }
        try await turn(count)
        return value
    }

    func ping() async throws { try await store.ping() }
}
