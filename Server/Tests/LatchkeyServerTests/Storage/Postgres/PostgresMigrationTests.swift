import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

@Suite(.withPostgres)
struct PostgresMigrationTests {
    private static let removing = Migration("RemoveNotices", removes: true) { _ in
        ["DROP TABLE notices", "CREATE TABLE removed (id bigint)"]
    }

    private static let begin = PostgresStatement("BEGIN")
    private static let useNotices = PostgresStatement("LOCK TABLE notices IN ACCESS SHARE MODE")
    private static let rollBack = PostgresStatement("ROLLBACK")
    private static let waiting = PostgresStatement(
        """
        SELECT xact_start::text FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
        """)

    @Test func concurrentStartsRunEachMigrationOnce() async throws {
        let database = try TestDatabase()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let pool = try database.pool(size: 1, timeout: .seconds(60))
                    defer { pool.close() }
                    try await PostgresMigrations(pool: pool, logger: .silent).apply(within: .seconds(60))
                }
            }
            try await group.waitForAll()
        }
        let count = "\(Migration.all.count)"
        #expect(try database.query("SELECT count(*) FROM schema_migrations") == count)
        // A migration that ran twice would fail, or insert twice.
        #expect(try database.query("SELECT count(*) FROM no_tokens") == "256")
    }

    @Test func aMigrationRetriesWhileItsTableIsInUse() async throws {
        let database = try await TestPostgres.database()
        let pool = try database.pool(size: 1)
        let user = try database.connection()
        let watcher = try database.connection()
        defer {
            pool.close()
            user.close()
            watcher.close()
        }
        _ = try user.exchange([Self.begin(), Self.useNotices()], until: .in(.ample))
        let migrations = PostgresMigrations(
            pool: pool, migrations: Migration.all + [Self.removing], logger: .silent)
        let failure = PostgresTestSupport.Shared<(any Error)?>(nil)
        let applying = Task {
            do {
                try await migrations.apply(within: .ample)
            } catch {
                failure.change { $0 = error }
                throw error
            }
        }
        // Each attempt is a separate transaction.
        var tries: Set<String> = []
        try await waitUntil("second try") {
            if let error = failure.value { throw error }
            for row in try watcher.exchange([Self.waiting()], until: .in(.ample))[0].rows.map({ $0 }) {
                tries.insert(try row.value(0))
            }
            return tries.count >= 2
        }
        _ = try user.exchange([Self.rollBack()], until: .in(.ample))
        try await applying.value
        #expect(try await migrations.isUpToDate())
    }

    @Test func aDestructiveMigrationWaitsForOlderServers() async throws {
        let database = try await TestPostgres.database()
        let pool = try database.pool(size: 1, timeout: .ample)
        defer { pool.close() }
        let heartbeat = Heartbeat(settings: try database.settings(), logger: .silent)
        defer { heartbeat.close() }
        try await heartbeat.send()
        let migrations = PostgresMigrations(
            pool: pool, migrations: Migration.all + [Self.removing], logger: .silent)
        await #expect(throws: PostgresMigrations.OlderServers.self) { try await migrations.apply(within: .ample) }
        #expect(
            try database.query("SELECT to_regclass('removed') IS NULL AND to_regclass('notices') IS NOT NULL") == "t")
        #expect(try await !migrations.isUpToDate())
        // A server that has ended, or is cut off, sends no heartbeats.
        try database.query("UPDATE processes SET beaten_at = beaten_at - 61000")
        try await migrations.apply(within: .ample)
        #expect(
            try database.query("SELECT to_regclass('removed') IS NOT NULL AND to_regclass('notices') IS NULL") == "t")
        #expect(try await migrations.isUpToDate())
    }
}
