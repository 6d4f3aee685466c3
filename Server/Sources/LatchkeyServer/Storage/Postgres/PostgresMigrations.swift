import LatchkeyPostgres
import Logging

/// The migrations of a PostgreSQL database.
struct PostgresMigrations {
    /// An error for older servers that still run, and use what a migration removes.
    struct OlderServers: Error {
        let migration: String
    }

    let pool: PostgresPool
    var migrations = Migration.all
    let logger: Logger

    private static let makeTable = PostgresStatement(
        """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())
        """)
    // An arbitrary number, the same for all servers.
    private static let lock = PostgresStatement("SELECT pg_advisory_xact_lock(7379105580293)")
    private static let isApplied = PostgresStatement("SELECT 1 FROM schema_migrations WHERE name = $1")
    private static let hasTable = PostgresStatement("SELECT to_regclass('schema_migrations') IS NOT NULL")
    private static let applied = PostgresStatement("SELECT name FROM schema_migrations")
    // Each active one sends a heartbeat every second.
    private static let olderServers = PostgresStatement(
        """
        SELECT 1 FROM processes
        WHERE migrations < $1 AND beaten_at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 60000 LIMIT 1
        """)
    private static let note = PostgresStatement("INSERT INTO schema_migrations (name) VALUES ($1)")

    /// Whether any migration was applied.
    private func haveBegun() async throws -> Bool {
        try await pool.read { try $0.run(Self.hasTable()).first?.value(0, as: Bool.self) ?? false }
    }

    /// Whether the database has all migrations of this server. It may have more, of a newer one.
    func isUpToDate() async throws -> Bool {
        guard try await haveBegun() else { return false }
        return try await pool.read { transaction in
            let applied = try transaction.run(Self.applied()).rows.map { try $0.value(0, as: String.self) }
            return migrations.allSatisfy { applied.contains($0.name) }
        }
    }

    /// Applies missing migrations, each in its own transaction. Safe to run concurrently.
    ///
    /// - Throws: ``OlderServers`` before a migration that removes something.
    func apply(within time: Duration) async throws {
        // If there is nothing to do, no privilege is required.
        if try await isUpToDate() { return }
        let locks = TableLocks(pool: pool, logger: logger)
        for (index, migration) in migrations.enumerated() {
            try await locks.retrying { try await apply(migration, number: Int64(index + 1), within: time) }
        }
    }

    private func apply(_ migration: Migration, number: Int64, within time: Duration) async throws {
        _ = try await pool.write(within: time) { transaction in
            try transaction.run(Self.lock())
            try transaction.run(Self.makeTable())
            guard try transaction.run(Self.isApplied(migration.name)).first == nil else { return }
            if migration.removes, try transaction.run(Self.olderServers(number)).first != nil {
                throw OlderServers(migration: migration.name)
            }
            try TableLocks.excludeVacuum(in: transaction)
            for sql in migration.statements(.postgres) { try transaction.run(PostgresStatement(composed: sql)()) }
            try transaction.run(Self.note(migration.name))
        }
    }
}
