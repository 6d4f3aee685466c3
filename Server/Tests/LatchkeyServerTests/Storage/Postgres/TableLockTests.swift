import Foundation
import LatchkeyPostgres
import Logging
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// Locks on whole tables during a vacuum.
@Suite(.withPostgres)
struct TableLockTests {
    enum Work: CaseIterable {
        case migrate, afterRestore, moveDatabase
    }

    private static let addition = Migration("AddToActivity") { _ in
        ["ALTER TABLE activity ADD COLUMN added text"]
    }
    /// Longer than any limit of waiting requests.
    private static let cluster = Result {
        try TestCluster(["autovacuum = on", "autovacuum_naptime = 1s", "deadlock_timeout = 1100ms"])
    }

    private static let account = """
        INSERT INTO users (id, email, lock_key, language, failures, reset_required, passcode_version, created_at)
        VALUES (gen_random_uuid(), 'a@example.com', 1, 'en', 0, false, 0, 1)
        """

    /// Waits until a connection waits for the table. Fails after the migration has given up. The server polls, so that
    /// short waits are not missed.
    private static let waitForWaiter = """
        DO $$ BEGIN
            FOR i IN 1..6000 LOOP
                IF EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'activity'::regclass) THEN
                    RETURN;
                END IF;
                PERFORM pg_sleep(0.01);
            END LOOP;
            RAISE 'nothing waits for the table';
        END $$
        """

    private static let begin = PostgresStatement("BEGIN")
    private static let lockAsVacuum = PostgresStatement("LOCK TABLE activity IN SHARE UPDATE EXCLUSIVE MODE")
    private static let rollBack = PostgresStatement("ROLLBACK")

    @Test(arguments: Work.allCases)
    func autovacuumYieldsToTableLocks(_ work: Work) async throws {
        let database = try await Self.database(on: Self.cluster.get())
        // The vacuum pauses for 100 ms at each of hundreds of pages.
        try database.query(
            """
            ALTER TABLE activity SET (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0,
                autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1);
            \(Self.account);
            INSERT INTO activity (account_id, at, kind) SELECT id, 1, 'k' FROM users, generate_series(1, 20000);
            DELETE FROM users
            """)
        try await waitUntil("autovacuum") {
            try database.query("SELECT count(*) FROM pg_stat_progress_vacuum WHERE datname = current_database()") == "1"
        }
        let pool = PostgresPool(settings: try database.settings(), size: 1, timeout: .ample, logger: .silent)
        defer { pool.close() }
        switch work {
        case .migrate:
            try await Self.migrations(pool, .silent).apply(within: .ample)
        case .afterRestore:
            let store = PostgresStore(
                settings: try database.settings(), connections: 1, timeout: .ample, logger: .silent)
            defer { store.close() }
            try await store.continueRestored(logger: .silent) { _ in }
        case .moveDatabase:
            try await ScratchFolder.with { scratch in
                let path = scratch.appending(path: "latchkey.sqlite").path
                let sealer = try DatabaseMoveTests.sealer.get()
                try await MoveFixture.fill(path, sealer: sealer)
                #expect(try await DatabaseMoveTests.move(path, to: database) != nil)
            }
        }
    }

    @Test func aVacuumDelaysOnlyMigrationsAndIsLogged() async throws {
        let database = try await TestPostgres.database()
        try database.query("ALTER DATABASE \(database.name) SET deadlock_timeout = '1ms'; \(Self.account)")
        let lines = PostgresTestSupport.Shared<[String]>([])
        let pool = try database.pool(size: 1)
        let vacuum = try database.connection()
        defer {
            pool.close()
            vacuum.close()
        }
        _ = try vacuum.exchange([Self.begin(), Self.lockAsVacuum()], until: .in(.ample))
        let applying = Task { try await Self.migrations(pool, .recording(lines)).apply(within: .ample) }
        try database.query(Self.waitForWaiter)
        // Neither statement waits.
        try database.query(
            """
            SET lock_timeout = '1ms'; SELECT count(*) FROM activity;
            INSERT INTO activity (account_id, at, kind) SELECT id, 1, 'k' FROM users
            """)
        try await waitUntil("line") { !lines.value.isEmpty }
        // The migration tries again.
        try database.query(Self.waitForWaiter)
        _ = try vacuum.exchange([Self.rollBack()], until: .in(.ample))
        try await applying.value
        #expect(lines.value.count == 1)
        let line = try #require(lines.value.first)
        #expect(line.contains("lock=ShareUpdateExclusiveLock") && line.contains("table=activity"), "\(line)")
    }

    private static func database(on cluster: TestCluster) async throws -> TestDatabase {
        let database = try TestDatabase(on: cluster)
        let pool = try database.pool(size: 1)
        defer { pool.close() }
        try await PostgresMigrations(pool: pool, logger: .silent).apply(within: .ample)
        return database
    }

    private static func migrations(_ pool: PostgresPool, _ logger: Logger) -> PostgresMigrations {
        PostgresMigrations(pool: pool, migrations: Migration.all + [addition], logger: logger)
    }
}
