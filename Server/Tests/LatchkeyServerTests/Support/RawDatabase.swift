import GRDB
import Testing

@testable import LatchkeyServer
@testable import LatchkeyPostgres
@testable import PostgresTestSupport

/// The database of a test server, changed like by an operator, a newer server or a disk error.
struct RawDatabase: Sendable {
    /// The path of the server's SQLite database, real or not.
    let path: String

    /// Runs SQL for both databases.
    func execute(_ sql: String) async throws {
        if TestStore.current == .postgres { return _ = try await TestPostgres.database(of: path).query(sql) }
        let file = try DatabaseQueue(path: path)
        try await file.write { try $0.execute(sql: sql) }
        try file.close()
    }

    /// Returns the rows of a query for both databases, with values separated by `|`.
    func rows(_ sql: String) async throws -> [String] {
        if TestStore.current == .postgres {
            let text = try await TestPostgres.database(of: path).query(sql)
            return text.split(separator: "\n").map(String.init)
        }
        let file = try DatabaseQueue(path: path)
        defer { try? file.close() }
        return try await file.read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { $0.isNull ? "" : "\($0.storage.value ?? "")" }.joined(separator: "|")
            }
        }
    }

    /// Writes a value into a column past all constraints.
    ///
    /// - Parameters:
    ///   - column: Its table and name, such as `notices.count`.
    ///   - value: As SQL, of a kind that the column can contain: any in SQLite, its type in PostgreSQL.
    ///   - condition: Selects at least one row.
    func damage(_ column: String, to value: String, where condition: String = "true") async throws {
        if TestStore.current == .postgres { return try await damageInPostgres(column, value, condition) }
        let found = try await DamagedColumn.all(in: path).first { $0.testDescription == column }
        #expect(try #require(found).damage(Damage(value, value), inRowWhere: condition, of: path))
    }

    private func damageInPostgres(_ column: String, _ value: String, _ condition: String) async throws {
        let names = column.split(separator: ".")
        let database = try await TestPostgres.database(of: path)
        // A database with a looser schema is not reused.
        TestPostgres.spend(path)
        let count = try database.query(
            """
            DO $do$ DECLARE rule name; BEGIN
                FOR rule IN SELECT conname FROM pg_constraint
                    WHERE conrelid = '\(names[0])'::regclass AND contype IN ('c', 'f')
                LOOP EXECUTE format('ALTER TABLE \(names[0]) DROP CONSTRAINT %I', rule); END LOOP;
                IF \(value == "NULL") THEN ALTER TABLE \(names[0]) ALTER COLUMN \(names[1]) DROP NOT NULL; END IF;
            END $do$;
            WITH changed AS (UPDATE \(names[0]) SET \(names[1]) = \(value) WHERE \(condition) RETURNING 1)
            SELECT count(*) FROM changed
            """)
        #expect((Int(count) ?? 0) > 0, "\(column)")
    }

    /// Locks the whole database while `body` runs, like another process.
    func whileHeld(_ body: () async throws -> Void) async throws {
        if TestStore.current == .postgres { return try await whileHeldInPostgres(body) }
        try await HeldDatabase.run(path, body)
    }

    private static let lock = PostgresStatement(
        """
        LOCK TABLE users, sessions, session_tokens, reservations, one_time_tokens, no_tokens, mail_requests, notices,
            outbox, activity, administration, imports, staged_passcodes, key_check IN EXCLUSIVE MODE
        """)

    private func whileHeldInPostgres(_ body: () async throws -> Void) async throws {
        var settings = try await TestPostgres.database(of: path).settings()
        settings.lockTimeout = .seconds(60)
        settings.idleTimeout = .seconds(120)
        let pool = PostgresPool(settings: settings, size: 1, timeout: .seconds(120), logger: .silent)
        defer { pool.close() }
        let barrier = Barrier()
        let holder = Task {
            try await pool.write { transaction in
                try transaction.run(Self.lock())
                barrier.pass()
            }
        }
        await barrier.arrivals(1)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        barrier.open()
        _ = try await holder.value
        try result.get()
    }
}

extension TestServer {
    var database: RawDatabase { RawDatabase(path: dependencies.settings.databasePath) }
}
