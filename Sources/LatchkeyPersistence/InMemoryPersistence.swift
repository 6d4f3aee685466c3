internal import Foundation

/// A store of records in memory, for the lifetime of the object: for tests and previews.
public actor InMemoryPersistence: PersistenceProtocol, ObservedStore {
    private var records: [String: [String: Data]] = [:]
    var observers: Observers = [:]

    /// Creates an empty store.
    public init() {}

    public func saveAll<Record: PersistenceModel>(_ records: [Record]) async throws(PersistenceError) {
        for row in try RecordCoding.encode(records) {
            self.records[Record.persistenceName, default: [:]][row.id] = row.body
        }
        changed(Record.persistenceName)
    }

    public func load<Record: PersistenceModel>(
        _ type: Record.Type, id: Record.ID
    ) async throws(PersistenceError) -> Record? {
        guard let body = records[Record.persistenceName]?[id.description] else { return nil }
        return try RecordCoding.decode(type, from: [body]).first
    }

    public func fetch<Record: PersistenceModel>(
        _ query: PersistenceQuery<Record>
    ) async throws(PersistenceError) -> [Record] {
        try select(query)
    }

    public func deleteAll<Record: PersistenceModel>(
        _ type: Record.Type, ids: [Record.ID]
    ) async throws(PersistenceError) {
        for id in ids { records[Record.persistenceName]?[id.description] = nil }
        changed(Record.persistenceName)
    }

    public nonisolated func observe<Record: PersistenceModel>(
        _ query: PersistenceQuery<Record>
    ) -> AsyncThrowingStream<[Record], any Error> {
        reports(of: query)
    }

    func select<Record: PersistenceModel>(_ query: PersistenceQuery<Record>) throws(PersistenceError) -> [Record] {
        let rows = (records[Record.persistenceName] ?? [:])
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return query.select(from: try RecordCoding.decode(Record.self, from: rows.map(\.value)))
    }
}
