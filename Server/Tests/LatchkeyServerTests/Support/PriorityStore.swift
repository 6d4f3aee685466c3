@testable import LatchkeyServer

/// A store that remembers with which priority each write came.
final class PriorityStore: Store {
    private let store: any Store
    private let written = Shared<[WritePriority]>([])

    var priorities: [WritePriority] { written.value }

    init(_ store: any Store) {
        self.store = store
    }

    func forget() { written.change { $0 = [] } }

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
        written.change { $0.append(priority) }
        return try await store.write(as: priority, body)
    }

    func ping() async throws { try await store.ping() }
}
