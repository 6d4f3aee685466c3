import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

/// Values of wrong kinds in many rows of a table.
@Suite(.onSQLite) struct WrongKindTests {
    private static let texts = ["NULL", "x'00ff'", "x'6d31'", "0.5", "7"]
    private static let numbers = ["NULL", "x'00ff'", "0.5", "'abc'"]

    @Test("V15 an account with a wrong kind of value is unreadable")
    func anAccountWithAWrongKindOfValueIsUnreadable() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            try Self.change(server) { db in
                try Self.insertDamaged(
                    into: "users", key: "id", copying: Self.id(of: "users", db), alsoUnique: "email", db)
            }
            let accounts = try await server.dependencies.store.read { try $0.accounts.all() }
            #expect(accounts.count > 40)
            #expect(accounts.compactMap(\.value?.email) == ["ann@example.com"])
        }
    }

    @Test("V15 email rows with wrong kinds are quarantined")
    func emailRowsWithWrongKindsAreQuarantined() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            _ = try await server.takeEmails(to: "ann@example.com")
            // One queued email, and one requested.
            for email in ["bob@example.com", "cay@example.com"] {
                _ = try await server.post("/api/auth/magic-link", #"{"email":"\#(email)"}"#)
                if email == "bob@example.com" { try await server.parts.emailWorker.makeAll() }
            }
            try Self.change(server) { db in
                for (table, other) in [
                    ("one_time_tokens", "link_digest"), ("mail_requests", nil), ("outbox", nil), ("activity", nil),
                ] {
                    try Self.insertDamaged(
                        into: table, key: "id", copying: Self.id(of: table, db), alsoUnique: other, db)
                }
            }
            try await server.parts.emailWorker.drain()
            for email in ["bob@example.com", "cay@example.com"] {
                #expect(try await server.takeEmails(to: email).contains { $0.code != nil }, "\(email)")
            }
        }
    }

    /// Changes the database without the server, like a disk error.
    private static func change(_ server: TestServer, _ body: (Database) throws -> Void) throws {
        let queue = try DatabaseQueue(path: server.dependencies.settings.databasePath)
        try queue.inDatabase(body)
        try queue.close()
    }

    /// Returns the ID of the newest row.
    private static func id(of table: String, _ db: Database) throws -> String {
        try String.fetchOne(db, sql: "SELECT CAST(id AS TEXT) FROM \(table) ORDER BY rowid DESC LIMIT 1") ?? ""
    }

    /// Inserts a copy of a row for each column and each wrong kind of value, like disk errors.
    private static func insertDamaged(
        into table: String, key: String, copying template: String, alsoUnique other: String? = nil, _ db: Database
    ) throws {
        // Without generated columns.
        let stored = try String.fetchSet(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
        let columns = try db.columns(in: table).filter { stored.contains($0.name) }
        let names = columns.map(\.name).joined(separator: ", ")
        try loosened(table, db) {
            for column in columns
            where column.type != "BLOB" && (table != "activity" || column.name != key) {
                let values = column.type == "INTEGER" ? numbers : texts
                for (number, value) in values.enumerated()
                where value != "NULL" || column.isNotNull || column.name == key {
                    let id = table == "activity" ? "NULL" : "'\(column.name)-\(number)'"
                    let copies = columns.map { $0.name == key || $0.name == other ? id : $0.name }
                    try db.execute(
                        sql: "INSERT INTO \(table) (\(names)) SELECT \(copies.joined(separator: ", ")) FROM \(table) "
                            + "WHERE \(key) = '\(template)'")
                    #expect(db.changesCount == 1, "\(table).\(column.name)")
                    try db.execute(
                        sql: "UPDATE \(table) SET \(column.name) = \(value) WHERE rowid = ?",
                        arguments: [db.lastInsertedRowID])
                }
            }
        }
    }

    /// Runs `body` while the table accepts anything.
    private static func loosened(_ table: String, _ db: Database, _ body: () throws -> Void) throws {
        let find = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?"
        let schema = try String.fetchOne(db, sql: find, arguments: [table]) ?? ""
        func set(_ sql: String) throws {
            try db.execute(
                sql: "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?", arguments: [sql, table])
            let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
            try db.execute(sql: "PRAGMA schema_version = \(version + 1)")
        }
        try db.execute(
            sql: "PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
        try set(
            schema.replacing(") STRICT", with: ")").replacing(" IS NOT NULL", with: " NOTNULL")
                .replacing(" NOT NULL", with: "").replacing(" TEXT", with: "")
                .replacing(#/ INTEGER(?! PRIMARY)/#, with: ""))
        try body()
        try set(schema)
    }
}
