import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

/// Values of kinds that no server writes, in a database of an older server: they are no reason not to start.
@Suite(.onSQLite) struct WrongKindTests {
    private static let texts = ["NULL", "x'00ff'", "x'6d31'", "0.5", "7"]
    private static let numbers = ["NULL", "x'00ff'", "0.5", "'abc'"]

    @Test("V15 an account with a value of a wrong kind is taken over as one that no server reads")
    func accounts() async throws {
        try await OlderDatabase.run("AddMailLanguage") { db in
            try Self.insertDamaged(into: "users", key: "id", copying: "a", alsoUnique: "email", db)
        } check: { store, _ in
            let accounts = try await store.read { try $0.accounts.all() }
            #expect(accounts.count > 40)
            #expect(accounts.compactMap(\.value?.id) == ["a"])
        }
    }

    @Test(
        "V15 rows of the mails with values of wrong kinds are set aside, and all others leave",
        arguments: ["CreateMailAndActivity", "AddMailTrouble", "AddMailLanguage"])
    func mails(_ schema: String) async throws {
        let transport = FailingTransport()
        let tables = ["one_time_tokens", "mail_requests", "outbox", "activity"]
        let before = Shared<[Int]>([])
        try await OlderDatabase.run(schema) { db in
            try Self.insertTemplates(db)
            try Self.insertDamaged(into: "one_time_tokens", key: "id", copying: "t", alsoUnique: "link_digest", db)
            try Self.insertDamaged(into: "mail_requests", key: "id", copying: "cay", db)
            try Self.insertDamaged(into: "outbox", key: "id", copying: "m1", db)
            try Self.insertDamaged(into: "activity", key: "id", copying: "1", db)
            try Self.insertDamagedNotices(db)
            let counts = try tables.map { try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? 0 }
            before.change { $0 = counts }
        } check: { store, path in
            let after = try await DatabaseQueue(path: path).read { db in
                try tables.map { try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? 0 }
            }
            // A placeholder token has come, and what was asked for as a notice has become one.
            #expect(after == [before.value[0] + 1, before.value[1] - 4, before.value[2], before.value[3]])
            let environment = ["LATCHKEY_SECRET_KEYS": "k1:\(TestKeys.text)"]
            try await TestServer.run(environment: environment, store: store) { server in
                let keys = try TestKeys.keys("k1:\(TestKeys.text)")
                try await KeyCheck(store: store).verify(Sealer(keys: keys))
                try await ServerParts(server.dependencies, transport: transport).mailWorker.drain()
            }
            let sound = "SELECT count(*) FROM one_time_tokens WHERE id = 't' AND account_id = 'a' AND code_tries = 0"
            #expect(try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: sound) } == 1)
        }
        let ann = "ann@example.com"
        #expect(transport.sent.map(\.recipient).sorted() == [ann, ann, ann, "bob@example.com", "cay@example.com"])
        #expect(transport.sent.contains { $0.content.text.contains("This happened 2 times since") })
    }

    /// One sound row more in each table, where there is none to copy.
    private static func insertTemplates(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO one_time_tokens (id, purpose, email, account_id, key_id, link_digest, code_tries,
                    about_passcode, created_at, expires_at)
                VALUES ('t', 'reset', 't@example.com', 'a', 'k', 'x', 0, 0, 1, 253402300799999);
                INSERT INTO mail_requests (id, purpose, email, requested_at, allowance_used_until, is_made)
                VALUES ('cay', 'sign_in', 'cay@example.com', ?, ?, 0);
                """,
            arguments: [ManualClock().now, ManualClock().now])
    }

    /// Asks for a notice to an account whose language is damaged, and for one of an event without a time.
    private static func insertDamagedNotices(_ db: Database) throws {
        try loosened("users", db) {
            try db.execute(
                sql: """
                    INSERT INTO users (id, email, created_at, language) VALUES ('d', 'dan@example.com', 1, x'00ff');
                    INSERT INTO activity (id, account_id, at, kind) VALUES (900, 'd', 1, 'signed_in');
                    """)
        }
        try loosened("activity", db) {
            try db.execute(
                sql: "INSERT INTO activity (id, account_id, at, kind) VALUES (901, 'a', 0.5, 'passcode_set')")
        }
        for (id, email) in [(900, "dan@example.com"), (901, "ann@example.com")] {
            try db.execute(
                sql: """
                    INSERT INTO mail_requests (
                        id, purpose, email, event_id, requested_at, allowance_used_until, is_made)
                    VALUES (?, 'notice', ?, ?, 1, 1, 0)
                    """,
                arguments: ["n\(id)", email, id])
        }
    }

    /// Inserts a copy of a row for each column and each wrong kind of value, as a fault of the disk would leave it.
    private static func insertDamaged(
        into table: String, key: String, copying template: String, alsoUnique other: String? = nil, _ db: Database
    ) throws {
        let columns = try db.columns(in: table)
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

    /// Runs `body` while the table takes anything.
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
            schema.replacing(") STRICT", with: ")").replacing(" NOT NULL", with: "").replacing(" TEXT", with: "")
                .replacing(#/ INTEGER(?! PRIMARY)/#, with: ""))
        try body()
        try set(schema)
    }
}
