internal import Foundation
internal import GRDB
internal import LatchkeyPersistence

/// The rows of one type of record.
struct RecordTable {
    let db: Database
    let name: String

    static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE record (
                    type TEXT NOT NULL,
                    id TEXT NOT NULL,
                    body BLOB NOT NULL,
                    PRIMARY KEY (type, id)
                ) STRICT
                """)
    }

    func save(_ rows: [RecordCoding.Row]) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO record (type, id, body) VALUES (?, ?, ?)
                ON CONFLICT (type, id) DO UPDATE SET body = excluded.body
                """)
        for row in rows { try statement.execute(arguments: [name, row.id, row.body]) }
    }

    func body(id: String) throws -> Data? {
        let statement = try db.cachedStatement(sql: "SELECT body FROM record WHERE type = ? AND id = ?")
        return try Data.fetchOne(statement, arguments: [name, id])
    }

    /// Returns the records in the byte order of their identifiers, which is SQLite's order of text.
    func bodies() throws -> [Data] {
        let statement = try db.cachedStatement(sql: "SELECT body FROM record WHERE type = ? ORDER BY id")
        return try Data.fetchAll(statement, arguments: [name])
    }

    func ids() throws -> [String] {
        let statement = try db.cachedStatement(sql: "SELECT id FROM record WHERE type = ? ORDER BY id")
        return try String.fetchAll(statement, arguments: [name])
    }

    func delete(ids: [String]) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM record WHERE type = ? AND id = ?")
        for id in ids { try statement.execute(arguments: [name, id]) }
    }
}
