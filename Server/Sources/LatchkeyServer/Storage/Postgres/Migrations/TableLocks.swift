import LatchkeyPostgres
import Logging

/// Locks of whole tables, for what changes the schema or the whole database.
///
/// A vacuum holds a lock that such a change waits for. A worker of autovacuum gives it up to whoever waits, but only
/// after `deadlock_timeout`, which is a second unless it is set otherwise
/// (https://www.postgresql.org/docs/15/routine-vacuuming.html#AUTOVACUUM,
/// https://www.postgresql.org/docs/15/runtime-config-locks.html#GUC-DEADLOCK-TIMEOUT). Behind a wait for the lock of
/// the change itself, all requests wait, so that it must be shorter. So the vacuum's own lock is waited for first:
/// neither reads nor writes wait behind that.
struct TableLocks {
    /// How long it is tried again.
    static let time: Duration = .seconds(60)
    private static let pause: Duration = .milliseconds(200)

    private static let waitBeyondDeadlockTimeout = PostgresStatement(
        """
        SELECT set_config('lock_timeout', (extract(epoch FROM current_setting('deadlock_timeout')::interval) * 1000
            + 2000)::bigint::text, true)
        """)
    // Until the end of the transaction no vacuum begins on these tables, nor another change of them.
    private static let excludeVacuum = PostgresStatement(
        """
        DO $$ DECLARE
            tables text := (SELECT string_agg(oid::regclass::text, ', ' ORDER BY oid) FROM pg_class
                WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
                    AND has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE'));
        BEGIN
            IF tables IS NOT NULL THEN EXECUTE 'LOCK TABLE ' || tables || ' IN SHARE UPDATE EXCLUSIVE MODE'; END IF;
        END $$
        """)
    // Whoever comes behind a statement that waits for a table waits, too. Then it is tried again, after a pause.
    private static let waitBriefly = PostgresStatement("SET LOCAL lock_timeout = '500ms'")
    private static let holder = PostgresStatement(
        """
        SELECT l.relation::regclass::text, l.mode, l.pid::bigint FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
        WHERE l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND l.pid <> pg_backend_pid() AND c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
        ORDER BY l.mode IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock'), l.relation LIMIT 1
        """)

    let pool: PostgresPool
    let logger: Logger

    /// Waits until no vacuum is at the tables, and keeps it away. A lock that is asked for behind it is waited for
    /// briefly.
    static func excludeVacuum(in transaction: PostgresTransaction) throws {
        _ = try transaction.run([waitBeyondDeadlockTimeout(), excludeVacuum(), waitBriefly()])
    }

    /// Does `work` again where a lock was not free in time, and says once which one, or that it waits for a standby.
    ///
    /// - Throws: What `work` throws; 55P03 once ``time`` has passed.
    func retrying<Value>(_ work: () async throws -> Value) async throws -> Value {
        let end = ContinuousClock.now + Self.time
        var hasLogged = false
        while true {
            do {
                return try await StandbyNotice(pool: pool, logger: logger).during(work)
            } catch PostgresError.refused(let state, _) where state.isLockTimeout && ContinuousClock.now < end {
                if !hasLogged { await logHolder() }
                hasLogged = true
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    /// The one with the strongest lock may have ended meanwhile.
    private func logHolder() async {
        let found = try? await pool.read { transaction -> Logger.Metadata? in
            guard let row = try transaction.run(Self.holder()).first else { return nil }
            return [
                "table": "\(try row.value(0, as: String.self))", "lock": "\(try row.value(1, as: String.self))",
                "process": "\(try row.value(2, as: Int64.self))",
            ]
        }
        logger.notice("waits for a lock in the database", metadata: found ?? nil)
    }
}
