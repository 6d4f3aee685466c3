@testable import LatchkeyServer

/// A store that records the priority of each write.
final class PriorityStore: StoreWrapper {
    let store: any Store
    private let written = Shared<[WritePriority]>([])

    var priorities: [WritePriority] { written.value }

    init(_ store: any Store) {
        self.store = store
    }

    func forget() { written.change { $0 = [] } }

    func write<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        written.change { $0.append(priority) }
        return try await store.write(on: scope, as: priority, body)
    }
}
