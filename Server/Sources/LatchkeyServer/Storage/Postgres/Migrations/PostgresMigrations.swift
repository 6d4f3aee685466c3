#if PostgreSQL
import LatchkeyPostgres

/// The versions of the schema, and which of them a database has. A migration that any server has run is never changed:
/// a new one comes behind it.
struct PostgresMigrations {
    struct Migration: Sendable {
        let name: String
        let statements: [StaticString]
    }

    static let all = [Migration(name: "InitialSchema", statements: InitialSchema.statements)]

    let pool: PostgresPool

    private static let makeTable = PostgresStatement(
        """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())
        """)
    // Any number, the same for all servers.
    private static let lock = PostgresStatement("SELECT pg_advisory_xact_lock(7379105580293)")
    // Whoever comes behind a statement that waits for a table waits, too.
    private static let bound = PostgresStatement("SET LOCAL lock_timeout = '500ms'")
    private static let isApplied = PostgresStatement("SELECT 1 FROM schema_migrations WHERE name = $1")
    private static let note = PostgresStatement("INSERT INTO schema_migrations (name) VALUES ($1)")

    /// Brings the schema up to date, each migration in a transaction of its own. Several processes may do it at once.
    func apply(within time: Duration) async throws {
        for migration in Self.all {
            _ = try await pool.write(within: time) { transaction in
                try transaction.run(Self.lock())
                try transaction.run(Self.makeTable())
                guard try transaction.run(Self.isApplied(migration.name)).first == nil else { return }
                try transaction.run(Self.bound())
                for sql in migration.statements { try transaction.run(PostgresStatement(sql)()) }
                try transaction.run(Self.note(migration.name))
            }
        }
    }
}
#endif
