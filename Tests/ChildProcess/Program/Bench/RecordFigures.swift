import Foundation
import GRDB
import LatchkeyPersistence
import LatchkeySQLite

/// The overhead of `SQLitePersistence` compared with plain GRDB.
@MainActor
struct RecordFigures {
    let directory: URL
    private let clock = ContinuousClock()

    init(directory: URL) { self.directory = directory }

    func measure() async throws -> [Figure] {
        let notes = (0..<10_000).map { BenchNote(id: "note \($0)", title: "Screen \($0)", text: Self.text, count: $0) }
        let sorted = notes.sorted { $0.id < $1.id }
        let ratio = try await Rounds(count: 11).ratio {
            try await latchkey(notes, sorted)
        } to: {
            try plainGRDB(notes, sorted)
        }
        return [Figure("SQLitePersistence, 10,000 records ÷ plain GRDB", ratio: ratio, bar: 1.25)]
    }

    private static let text = String(repeating: "The customer reports that it fell in the sea. ", count: 4)

    private func latchkey(_ notes: [BenchNote], _ expected: [BenchNote]) async throws -> Duration {
        let file = directory.appendingPathComponent("ours-\(UUID()).sqlite")
        let store = try SQLitePersistence(url: file)
        var loaded: [BenchNote] = []
        let time = try await clock.measure {
            try await store.saveAll(notes)
            loaded = try await store.loadAll(BenchNote.self)
        }
        guard loaded == expected else { exit(70) }
        try store.close()
        return time
    }

    /// Measures the same rows (an ID and the record as JSON) with the code of GRDB's documentation. It uses one
    /// transaction of `insert`, `fetchAll`, one encoder and one decoder. Ours also looks for a row to replace. Both use
    /// a write-ahead log and `synchronous = FULL`.
    private func plainGRDB(_ notes: [BenchNote], _ expected: [BenchNote]) throws -> Duration {
        let file = directory.appendingPathComponent("plain-\(UUID()).sqlite")
        let pool = try DatabasePool(path: file.path)
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.write { db in
            try db.create(table: PlainRow.databaseTableName, options: .strict) { table in
                table.primaryKey("id", .text).notNull()
                table.column("body", .blob).notNull()
            }
        }
        var loaded: [BenchNote] = []
        let time = try clock.measure {
            let encoder = JSONEncoder()
            let rows = try notes.map { PlainRow(id: $0.id, body: try encoder.encode($0)) }
            try pool.write { db in for row in rows { try row.insert(db) } }
            let bodies = try pool.read { db in try PlainRow.order(Column("id")).fetchAll(db) }
            let decoder = JSONDecoder()
            loaded = try bodies.map { try decoder.decode(BenchNote.self, from: $0.body) }
        }
        guard loaded == expected else { exit(70) }
        try pool.close()
        return time
    }
}

struct BenchNote: PersistenceModel, Equatable {
    static let persistenceName = "note"
    let id: String
    var title: String
    var text: String
    var count: Int
}

/// Reads and writes its columns manually, because `Codable` records are slower in GRDB.
private struct PlainRow: FetchableRecord, PersistableRecord {
    static let databaseTableName = "note"
    let id: String
    let body: Data

    init(id: String, body: Data) { (self.id, self.body) = (id, body) }

    init(row: Row) { (id, body) = (row["id"], row["body"]) }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["body"] = body
    }
}
