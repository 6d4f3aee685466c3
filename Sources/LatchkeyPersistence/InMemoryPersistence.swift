internal import Foundation

/// Keeps records in this process's memory, as long as the object lives: for tests and previews.
public actor InMemoryPersistence: PersistenceProtocol {
    private var records: [String: [String: Data]] = [:]
    private var observers: [String: [UUID: @Sendable (isolated InMemoryPersistence) -> Void]] = [:]

    /// An empty store.
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
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = UUID()
            let task = Task { await self.add(id, query, continuation) }
            continuation.onTermination = { _ in
                task.cancel()
                Task { await self.removeObserver(id, of: Record.persistenceName) }
            }
        }
    }

    private func add<Record: PersistenceModel>(
        _ id: UUID, _ query: PersistenceQuery<Record>,
        _ continuation: AsyncThrowingStream<[Record], any Error>.Continuation
    ) {
        guard !Task.isCancelled else { return }
        // Without a suspension between reading and reporting: an older result never follows a newer one.
        let report: @Sendable (isolated InMemoryPersistence) -> Void = { store in
            do {
                continuation.yield(try store.select(query))
            } catch {
                continuation.finish(throwing: error)
            }
        }
        observers[Record.persistenceName, default: [:]][id] = report
        report(self)
    }

    private func removeObserver(_ id: UUID, of name: String) { observers[name]?[id] = nil }

    private func changed(_ name: String) {
        for observer in (observers[name] ?? [:]).values { observer(self) }
    }

    private func select<Record: PersistenceModel>(
        _ query: PersistenceQuery<Record>
    ) throws(PersistenceError) -> [Record] {
        let rows = (records[Record.persistenceName] ?? [:])
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return query.select(from: try RecordCoding.decode(Record.self, from: rows.map(\.value)))
    }
}
