import Foundation
import GRDB
import LatchkeyAPI
import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

@Suite(.withPostgres)
struct DatabaseMoveTests {
    static let sealer = Result { Sealer(keys: try TestKeys.keys(TestKeys.entry("k1", fill: 1))) }

    @Test func aMoveTransfersEveryValueInOrder() async throws {
        try await run { source, database in
            try await MoveFixture.fill(source, sealer: Self.sealer.get())
            try await Self.sql(source, "UPDATE sessions SET lock = 'a word of a newer server'")
            let counts = try #require(try await Self.move(source, to: database))
            #expect(counts.values.allSatisfy { $0 > 0 } && counts.count == MovedTable.all.count, "\(counts)")
            let expected = try await Self.contents(of: source)
            let store = try TestPostgres.store(database)
            defer { store.close() }
            let moved = try await MoveFixture(of: store)
            #expect(moved == expected)
            let account = try #require(moved.accounts.first)
            #expect(try database.query("SELECT DISTINCT lock FROM sessions") == "a word of a newer server")
            #expect(
                try database.query("SELECT DISTINCT encode(challenge_digest, 'hex') FROM sessions")
                    == String(repeating: "c8", count: 32))
            #expect(
                try database.query("SELECT DISTINCT challenge_expires_at = passkey_given_at FROM sessions") == "t")
            #expect(
                try database.query("SELECT lock_key FROM users WHERE email = '\(account.email)'")
                    == "\(LockKey.ofAddress(account.email))")
            // The latest token is still the latest, and the next event follows the last.
            #expect(try database.query("SELECT kind FROM session_tokens ORDER BY seq DESC LIMIT 1") == "cookie")
            try await store.write(on: .rows) { transaction in
                try transaction.activity.insert(
                    ActivityEvent(
                        accountID: account.id, at: transaction.now, kind: .signedIn, deviceName: "Phone", ip: "::1"))
            }
            #expect(try database.query("SELECT max(id) FROM activity") == "501")
        }
    }

    @Test(arguments: [
        ("UPDATE reservations SET id = 'x'", "reservations", "id is not a valid id"),
        ("UPDATE users SET language = 'e' || char(0) WHERE rowid = 2", "users", "language is not a valid text"),
        ("UPDATE session_tokens SET digest = 'abcd' WHERE rowid = 2", "session_tokens", "digest"),
    ])
    func aRowRejectedByPostgreSQLStopsTheMove(_ damage: String, _ table: String, _ reason: String) async throws {
        try await run { source, database in
            try await MoveFixture.fill(source, sealer: Self.sealer.get())
            try await Self.sql(source, "PRAGMA foreign_keys = OFF", damage)
            let before = try Self.keyCheck(source)
            let error = await #expect(throws: DatabaseMoveError.self) { try await Self.move(source, to: database) }
            guard case .invalidRows(table, let rows, let given) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(rows.count == 1 && given.contains(reason), "\(given)")
            #expect(try Self.keyCheck(source) == before)
            #expect(try database.query("SELECT count(*) FROM users") == "0")
            // After its repair, the database can be moved.
            if table == "users" {
                try await Self.sql(source, "UPDATE users SET language = 'en' WHERE rowid = 2")
                #expect(try await Self.move(source, to: database) != nil)
            }
        }
    }

    @Test func aDamagedOrNewerFileIsNotMoved() async throws {
        try await run { source, database in
            try await MoveFixture.fill(source, sealer: Self.sealer.get())
            try await Self.sql(source, "PRAGMA foreign_keys = OFF", "DELETE FROM users WHERE rowid = 1")
            await #expect(throws: DatabaseMoveError.self) { try await Self.move(source, to: database) }
            try await Self.sql(source, "INSERT INTO grdb_migrations VALUES ('OfANewerServer')")
            await #expect(throws: DatabaseMoveError.newer(source)) { try await Self.move(source, to: database) }
            #expect(try database.query("SELECT count(*) FROM users") == "0")
        }
    }

    @Test func aDifferenceInTheTargetStopsTheMove() async throws {
        try await run { source, database in
            try await MoveFixture.fill(source, sealer: Self.sealer.get())
            try database.query(
                """
                CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN NEW.count := NEW.count + 1; RETURN NEW; END $$;
                CREATE TRIGGER spoil BEFORE INSERT ON notices FOR EACH ROW EXECUTE FUNCTION spoil()
                """)
            let before = try Self.keyCheck(source)
            await #expect(throws: DatabaseMoveError.differs("notices")) { try await Self.move(source, to: database) }
            #expect(try Self.keyCheck(source) == before)
            #expect(try database.query("SELECT count(*) FROM users") == "0")
        }
    }

    @Test("V1 a moving file is not moved elsewhere or opened")
    func aMovingFileIsNotMovedElsewhereOrOpened() async throws {
        try await run { source, database in
            try await MoveFixture.fill(source, sealer: Self.sealer.get())
            let mark = MoveMark.moving(id: StoreContract.rowID("1"), target: "other@host:1/db", record: "record")
            try Self.setKeyCheck(source, mark.text)
            await #expect(throws: DatabaseMoveError.elsewhere("other@host:1/db")) {
                try await Self.move(source, to: database)
            }
            let store = try SQLiteStore(path: source, clock: ManualClock())
            let error = await #expect(throws: SettingError.self) {
                try await KeyCheck(store: store).verify(try Self.sealer.get())
            }
            #expect(error?.description.contains("other@host:1/db") == true)
            try store.close()
        }
    }

    @Test("V1 an unproven COMMIT leaves the file unusable until a rerun")
    func anUnprovenCOMMITLeavesTheFileUnusableUntilARerun() async throws {
        try await run { source, database in
            try await MoveFixture.fill(source, sealer: Self.sealer.get())
            // The data is committed, and the server then reports that it waits for no standby.
            await #expect(throws: DatabaseMoveError.self) {
                try await Self.move(source, to: database, replicas: .required)
            }
            #expect(try Self.keyCheck(source).flatMap(MoveMark.init) != nil)
            #expect(try database.query("SELECT count(*) FROM users") == "3")
            // The second run queries first, and that response is not proven either.
            await #expect(throws: DatabaseMoveError.self) {
                try await Self.move(source, to: database, replicas: .required)
            }
            #expect(try Self.keyCheck(source).flatMap(MoveMark.init) != nil)
            #expect(try await Self.move(source, to: database) == nil)
            #expect(try Self.keyCheck(source).flatMap(MoveMark.init) == .moved(target: Self.name(of: database)))
            #expect(try await Self.move(source, to: database) == nil)
        }
    }

    @Test("V1 a rerun waits for a copy left running")
    func aRerunWaitsForACopyLeftRunning() async throws {
        try await run { source, database in
            try await MoveFixture.fill(source, sealer: Self.sealer.get())
            let id = UUID()
            let record = try #require(try Self.keyCheck(source))
            let mark = MoveMark.moving(
                id: HexText.encode(id.bytes), target: try Self.name(of: database), record: record)
            try Self.setKeyCheck(source, mark.text)
            // The transaction of the killed run, about to commit.
            let left = try database.connection()
            _ = try left.exchange([Self.begin(), Self.fillAs(id)], until: .in(.ample))
            let move = Task { try await Self.move(source, to: database) }
            while try database.query(
                """
                SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
                """) == "0"
            { try await Task.sleep(for: .milliseconds(5)) }
            _ = try left.exchange([Self.commit()], until: .in(.ample))
            #expect(try await move.value == nil, "it was there")
            #expect(try Self.keyCheck(source).flatMap(MoveMark.init) == .moved(target: Self.name(of: database)))
        }
    }

    private static let begin = PostgresStatement("BEGIN")
    private static let commit = PostgresStatement("COMMIT")
    private static let fillAs = PostgresStatement("UPDATE continuity SET moved_from = $1")

    private func run(_ body: (_ source: String, TestDatabase) async throws -> Void) async throws {
        let database = try await TestPostgres.database()
        try await ScratchFolder.with { scratch in
            let path = scratch.appending(path: "latchkey.sqlite").path
            try await body(path, database)
        }
    }

    private static func name(of database: TestDatabase) throws -> String {
        try database.settings().address.description
    }

    static func move(
        _ path: String, to database: TestDatabase, replicas: PostgresSettings.Replicas = .none
    ) async throws -> [String: Int]? {
        let target = MoveTarget(
            PostgresDatabase(
                settings: try database.settings(replicas: replicas), connections: 1, migratesWhenServing: true),
            logger: .silent)
        defer { target.close() }
        let source = try MoveSource(path: path)
        defer { try? source.close() }
        return try await DatabaseMove(source: source, target: target, sealer: try sealer.get()).run()
    }

    static func sql(_ path: String, _ statements: String...) async throws {
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { db in
            for sql in statements { try db.execute(sql: sql) }
        }
        try queue.close()
    }

    private static func keyCheck(_ path: String) throws -> String? {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { try KeyCheckRow(session: SQLiteSession($0)).find() }
    }

    private static func setKeyCheck(_ path: String, _ record: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try KeyCheckRow(session: SQLiteSession($0)).update(record) }
        try queue.close()
    }

    private static func contents(of path: String) async throws -> MoveFixture {
        let store = try SQLiteStore(path: path, clock: ManualClock())
        let contents = try await MoveFixture(of: store)
        try store.close()
        return contents
    }
}
