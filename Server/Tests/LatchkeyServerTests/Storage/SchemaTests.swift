import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

@Suite(.onSQLite) struct SchemaTests {
    @Test func everyTableIsSTRICT() async throws {
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

    @Test("V15 every number has bounds in SQLite")
    func everyNumberHasBoundsInSQLite() async throws {
        // SQLite's rowid.
        let unbounded = ["activity.id"]
        try await DamageScene.run { scene in
            let columns = try await DamagedColumn.all(in: scene.path).filter { $0.kind == "INTEGER" }
            #expect(columns.count > 30)
            try await DatabaseQueue(path: scene.path).write { db in
                try db.execute(sql: "INSERT INTO used_tokens (digest, expires_at) VALUES ('a', 1)")
                for column in columns where !unbounded.contains(column.testDescription) {
                    for value in [-1, Int64.max] { Self.expectRejection(of: value, in: column.table, column.name, db) }
                }
            }
        }
    }

    @Test("V15 every text and data has bounds in SQLite")
    func everyTextAndDataHasBoundsInSQLite() async throws {
        try await DamageScene.run { scene in
            let columns = Schema.tables.flatMap { table in
                // A reference has the bounds of its target.
                table.columns.filter { $0.reference == nil }.map { (table: table.name, column: $0) }
            }
            #expect(columns.count > 80)
            try await DatabaseQueue(path: scene.path).write { db in
                for (table, column) in columns {
                    func expectRejection(of value: any DatabaseValueConvertible) {
                        Self.expectRejection(of: value, in: table, column.name, db)
                    }
                    switch column.kind {
                    case .id, .digest:
                        for length in [0, 65] { expectRejection(of: String(repeating: "a", count: length)) }
                    case .text(let bounds):
                        if bounds.lowerBound > 0 { expectRejection(of: "") }
                        expectRejection(of: String(repeating: "a", count: Int(bounds.upperBound) + 1))
                    case .data(let bounds): expectRejection(of: Data(count: Int(bounds.upperBound) + 1))
                    case .number, .flag, .sequence: break
                    }
                }
            }
        }
    }

    @Test("V15 counters can be increased beyond the readable maximum")
    func countersCanBeIncreasedBeyondTheReadableMaximum() async throws {
        try await DamageScene.run { scene in
            try await DatabaseQueue(path: scene.path).write { db in
                for table in Schema.tables {
                    for column in table.columns where column.headroom > 0 {
                        try db.execute(
                            sql: "UPDATE \(table.name) SET \(column.name) = ?",
                            arguments: [column.bounds.upperBound + 1])
                        Self.expectRejection(of: column.bounds.upperBound + 2, in: table.name, column.name, db)
                    }
                }
            }
            let counters = Schema.tables.flatMap(\.columns).filter { $0.headroom > 0 }.map(\.name)
            #expect(counters.count == 11 && counters.allSatisfy { !$0.hasSuffix("_at") }, "\(counters)")
        }
    }

    @Test func anAddedColumnHasADefaultForOldRows() throws {
        let table = Table(
            "things",
            [
                .id("id"), .text("note", 1...40).nullable.added(in: "AddNote"),
                .flag("is_new").defaulting(to: 1).added(in: "AddIsNew"),
            ])
        try DatabaseQueue().write { db in
            for sql in table.definition(for: .sqlite) { try db.execute(sql: sql) }
            try db.execute(sql: "INSERT INTO things VALUES ('a')")
            for migration in ["AddNote", "AddIsNew"] {
                for sql in table.additions(in: migration, for: .sqlite) { try db.execute(sql: sql) }
            }
            let row = try #require(try Row.fetchOne(db, sql: "SELECT * FROM things"))
            #expect(row["id"] == "a" && row["note"] as String? == nil && row["is_new"] == true)
            Self.expectRejection(of: String(repeating: "a", count: 41), in: "things", "note", db)
        }
        #expect(
            table.additions(in: "AddIsNew", for: .postgres)
                == ["ALTER TABLE things ADD COLUMN is_new boolean NOT NULL DEFAULT true"])
    }

    /// Expects a rejection by the column's own constraint.
    private static func expectRejection(
        of value: any DatabaseValueConvertible, in table: String, _ column: String, _ db: Database
    ) {
        let error = #expect(throws: DatabaseError.self, "\(table).\(column)") {
            try db.execute(sql: "UPDATE \(table) SET \(column) = ?", arguments: [value])
        }
        #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_CHECK, "\(table).\(column)")
    }

    @Test func repeatedMigrationChangesNothing() async throws {
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
