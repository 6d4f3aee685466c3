public import LatchkeyPersistence

/// Persistence in memory that records calls, and fails once when instructed: `await persistence.failNext(with:
/// .saveFailed(reason: "full"))`.
public actor MockPersistence: PersistenceProtocol {
    /// A call, with the name of the records' type and the texts of their identifiers.
    public enum Call: Hashable, Sendable {
        /// A request to save records.
        case saveAll(String, ids: [String])
        /// A request for one record.
        case load(String, id: String)
        /// A query.
        case fetch(String)
        /// A request to delete records.
        case deleteAll(String, ids: [String])
    }

    /// All calls so far, including failed ones. Observing is not recorded.
    public private(set) var calls: [Call] = []
    private var failures = MockFailures<Call, PersistenceError>()
    private let base = InMemoryPersistence()

    /// Creates an empty store.
    public init() {}

    /// Makes the next call throw, without changing anything. Calls queue up.
    public func failNext(with error: PersistenceError) { failures.order(error, on: nil) }

    public func saveAll<Record: PersistenceModel>(_ records: [Record]) async throws(PersistenceError) {
        try record(.saveAll(Record.persistenceName, ids: records.map(\.id.description)))
        try await base.saveAll(records)
    }

    public func load<Record: PersistenceModel>(
        _ type: Record.Type, id: Record.ID
    ) async throws(PersistenceError) -> Record? {
        try record(.load(Record.persistenceName, id: id.description))
        return try await base.load(type, id: id)
    }

    public func fetch<Record: PersistenceModel>(
        _ query: PersistenceQuery<Record>
    ) async throws(PersistenceError) -> [Record] {
        try record(.fetch(Record.persistenceName))
        return try await base.fetch(query)
    }

    public func deleteAll<Record: PersistenceModel>(
        _ type: Record.Type, ids: [Record.ID]
    ) async throws(PersistenceError) {
        try record(.deleteAll(Record.persistenceName, ids: ids.map(\.description)))
        try await base.deleteAll(type, ids: ids)
    }

    public nonisolated func observe<Record: PersistenceModel>(
        _ query: PersistenceQuery<Record>
    ) -> AsyncThrowingStream<[Record], any Error> {
        base.observe(query)
    }

    private func record(_ call: Call) throws(PersistenceError) {
        calls.append(call)
        if let error = failures.take(for: call) { throw error }
    }
}
