import Synchronization

@testable import LatchkeyServer

/// A store in whose place another can be put while a server uses it.
final class ExchangeableStore: Store {
    private let current: Mutex<SQLiteStore>

    init(_ store: SQLiteStore) {
        current = Mutex(store)
    }

    var store: SQLiteStore {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
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
        try await store.write(as: priority, body)
    }

    func ping() async throws { try await store.ping() }
}
