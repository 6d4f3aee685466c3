import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

@Suite(.onSQLite) struct SchemaTests {
    @Test("every table is STRICT, and refuses a value of the wrong kind")
    func tablesAreStrict() async throws {
        try await TestServer.run { server in
            try await DatabaseQueue(path: server.dependencies.settings.databasePath).write { db in
                let loose = try String.fetchAll(
                    db,
                    sql: "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND strict = 0")
                #expect(Set(loose).isSubset(of: ["grdb_migrations", "sqlite_schema", "sqlite_sequence"]))
                #expect(throws: DatabaseError.self) {
                    try db.execute(
                        sql: "INSERT INTO users (id, email, passcode_enabled, created_at) VALUES ('a', 'b', 'yes', 1)")
                }
            }
        }
    }

    @Test("V15 every number has bounds, and SQLite refuses one beyond them")
    func numbersAreBounded() async throws {
        // SQLite's own number of a row.
        let unbounded = ["activity.id"]
        try await DamageScene.run { scene in
            let columns = try await DamagedColumn.all(in: scene.path).filter { $0.kind == "INTEGER" }
            #expect(columns.count > 30)
            try await DatabaseQueue(path: scene.path).write { db in
                try db.execute(sql: "INSERT INTO used_tokens (digest, expires_at) VALUES ('a', 1)")
                for column in columns where !unbounded.contains(column.testDescription) {
                    for value in [-1, Int64.max] { Self.expectRefusal(of: value, in: column, db) }
                }
            }
        }
    }

    @Test("V15 every text and all data of accounts and sessions have bounds, and SQLite refuses what is beyond them")
    func textsAreBounded() async throws {
        // A mail's text is sealed, or was checked before it came here, and no one else's work depends on its length.
        let tables = ["users", "passkeys", "sessions", "session_tokens", "reservations", "key_check", "imports"]
        let references = [
            "sessions.account_id", "session_tokens.session_id", "reservations.account_id", "passkeys.account_id",
        ]
        try await DamageScene.run { scene in
            let columns = try await DamagedColumn.all(in: scene.path).filter {
                $0.kind != "INTEGER" && tables.contains($0.table) && !references.contains($0.testDescription)
            }
            #expect(columns.count > 15)
            try await DatabaseQueue(path: scene.path).write { db in
                for column in columns {
                    guard column.kind == "TEXT" else {
                        Self.expectRefusal(of: Data(count: 65_537), in: column, db)
                        continue
                    }
                    for value in ["", String(repeating: "a", count: 65_537)] {
                        Self.expectRefusal(of: value, in: column, db)
                    }
                }
            }
        }
    }

    /// By the column's own constraint, and no other.
    private static func expectRefusal(of value: any DatabaseValueConvertible, in column: DamagedColumn, _ db: Database)
    {
        let error = #expect(throws: DatabaseError.self, "\(column.testDescription)") {
            try db.execute(sql: "UPDATE \(column.table) SET \(column.name) = ?", arguments: [value])
        }
        #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_CHECK, "\(column.testDescription)")
    }

    @Test("V15 what can be read can be written back: a record's bounds are within those of its table")
    func boundsAreWithin() async throws {
        let records: [any SQLiteRecord.Type] = [
            Account.self, Session.self, OneTimeToken.self, Notice.self, QueuedMail.self,
        ]
        try await TemporaryStore.run { _, path in
            for record in records {
                let schema = try await DatabaseQueue(path: path).read { [name = record.databaseTableName] db in
                    try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [name])
                }
                let checks = try #require(schema).matches(
                    of: /CHECK \((length\()?(\w+)\)? (?:BETWEEN ([0-9]+) AND|(<=)) ([0-9]+)\)/)
                #expect(!checks.isEmpty)
                for check in checks where Int64(check.5) != StoredValue.numbers.upperBound {
                    let (column, limit) = (String(check.2), try #require(Int64(check.5)))
                    // Tries are counted down, and nothing is added to these but what fits.
                    let isCounted = !["code_tries", "passcode_timeout_minutes", "passkey_count", "counter"]
                        .contains(column)
                    let room: Int64 = check.1 == nil && isCounted ? 1 : 0
                    let bounds = try #require(record.bounds[column], "\(record).\(column)")
                    #expect(bounds.lowerBound >= check.3.flatMap { Int64($0) } ?? 0, "\(record).\(column)")
                    #expect(bounds.upperBound <= limit - room, "\(record).\(column)")
                }
            }
        }
    }

    @Test("every column has a property of its own name, with ID in capitals")
    func columnNames() async throws {
        try await TemporaryStore.run { _, path in
            let columns = try await DatabaseQueue(path: path).read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT p.name FROM pragma_table_list AS t, pragma_table_info(t.name) AS p
                        WHERE t.schema = 'main' AND t.strict = 1
                        """)
            }
            #expect(columns.contains("account_id"))
            for column in columns { #expect(ColumnName.column(of: ColumnName.property(of: column)) == column) }
            #expect(ColumnName.property(of: "account_id") == "accountID")
            #expect(ColumnName.property(of: "last_active_at") == "lastActiveAt")
        }
    }

    @Test("migrating again, by this server or another, changes nothing")
    func migratingAgain() async throws {
        try await TestServer.run { server in
            let path = server.dependencies.settings.databasePath
            @Sendable func schema() async throws -> [String] {
                try await DatabaseQueue(path: path).read { db in
                    try String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
                }
            }
            let session = try await server.signInWithPasscode()
            let before = try await schema()
            let account = try await server.account()
            for _ in 0..<2 { _ = try TestServer.openStore(path) }
            #expect(try await schema() == before && !before.isEmpty)
            #expect(try await server.account() == account)
            #expect(try await server.status(session) == 200)
        }
    }
}
