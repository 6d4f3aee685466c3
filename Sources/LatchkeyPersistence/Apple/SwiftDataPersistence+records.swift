#if canImport(SwiftData)
internal import Foundation
internal import SwiftData

extension SwiftDataPersistence: PersistenceProtocol {
    public func saveAll<Record: PersistenceModel>(_ records: [Record]) async throws(PersistenceError) {
        let rows = try RecordCoding.encode(records)
        do {
            // Of several records with one identifier, the last one wins.
            for row in Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 }).values {
                if let present = try find(Record.persistenceName, row.id).first {
                    present.body = row.body
                } else {
                    context.insert(LatchkeyRecord(type: Record.persistenceName, identifier: row.id, body: row.body))
                }
            }
            try context.save()
        } catch {
            context.rollback()
            throw .saveFailed(reason: error.localizedDescription)
        }
        changed(Record.persistenceName)
    }

    public func load<Record: PersistenceModel>(
        _ type: Record.Type, id: Record.ID
    ) async throws(PersistenceError) -> Record? {
        let rows: [LatchkeyRecord]
        do { rows = try find(Record.persistenceName, id.description) } catch {
            throw .loadFailed(reason: error.localizedDescription)
        }
        return try RecordCoding.decode(type, from: rows.map(\.body)).first
    }

    public func fetch<Record: PersistenceModel>(
        _ query: PersistenceQuery<Record>
    ) async throws(PersistenceError) -> [Record] { try select(query) }

    public func deleteAll<Record: PersistenceModel>(
        _ type: Record.Type, ids: [Record.ID]
    ) async throws(PersistenceError) {
        do {
            for id in ids {
                for row in try find(Record.persistenceName, id.description) { context.delete(row) }
            }
            try context.save()
        } catch {
            context.rollback()
            throw .deleteFailed(reason: error.localizedDescription)
        }
        changed(Record.persistenceName)
    }

    public nonisolated func observe<Record: PersistenceModel>(
        _ query: PersistenceQuery<Record>
    ) -> AsyncThrowingStream<[Record], any Error> {
        reports(of: query)
    }
}

extension SwiftDataPersistence: ObservedStore {
    private func find(_ type: String, _ identifier: String) throws -> [LatchkeyRecord] {
        let key = LatchkeyRecord.key(type: type, identifier: identifier)
        return try context.fetch(FetchDescriptor(predicate: #Predicate { $0.key == key }))
    }

    func select<Record: PersistenceModel>(_ query: PersistenceQuery<Record>) throws(PersistenceError) -> [Record] {
        let type = Record.persistenceName
        let rows: [LatchkeyRecord]
        do { rows = try context.fetch(FetchDescriptor(predicate: #Predicate { $0.type == type })) } catch {
            throw .loadFailed(reason: error.localizedDescription)
        }
        // A database's own text order may differ.
        let sorted = rows.sorted { $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8) }
        return query.select(from: try RecordCoding.decode(Record.self, from: sorted.map(\.body)))
    }
}
#endif
