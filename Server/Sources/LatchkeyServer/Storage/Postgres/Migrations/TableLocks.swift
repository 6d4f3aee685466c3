import LatchkeyPostgres
import Logging

/// Locks on whole tables, for changes of the schema or the whole database.
///
/// Such a change conflicts with vacuum. Autovacuum yields, but only after `deadlock_timeout`, one second by default
/// (https://www.postgresql.org/docs/15/routine-vacuuming.html#AUTOVACUUM,
/// https://www.postgresql.org/docs/15/runtime-config-locks.html#GUC-DEADLOCK-TIMEOUT). While a change waits for its
/// lock, all requests queue after it, so this wait must be shorter. The change therefore first waits for vacuum's own
/// lock, which blocks neither reads nor writes.
struct TableLocks {
    /// The time for which a change is retried.
    static let time: Duration = .seconds(60)
    private static let pause: Duration = .milliseconds(200)

    private static let waitBeyondDeadlockTimeout = PostgresStatement(
        """
        SELECT set_config('lock_timeout', (extract(epoch FROM current_setting('deadlock_timeout')::interval) * 1000
            + 2000)::bigint::text, true)
        """)
    // Until the end of the transaction, neither vacuum nor another change of these tables starts.
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
    // Later statements queue after this one, so it gives up soon and is retried.
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

    /// Waits for vacuum, and blocks it until the end of the transaction. Later lock waits are short.
    static func excludeVacuum(in transaction: PostgresTransaction) throws {
        _ = try transaction.run([waitBeyondDeadlockTimeout(), excludeVacuum(), waitBriefly()])
    }

    /// Retries `work` if a lock was not free. Logs once which lock, or the wait for a standby.
    ///
    /// - Throws: Errors of `work`; 55P03 after ``time``.
    func retrying<Value>(_ work: () async throws -> Value) async throws -> Value {
        let end = ContinuousClock.now + Self.time
        var hasLogged = false
        while true {
            do {
                return try await StandbyNotice(pool: pool, logger: logger).during(work)
            } catch PostgresError.rejected(let state, _) where state.isLockTimeout && ContinuousClock.now < end {
                if !hasLogged { await logHolder() }
                hasLogged = true
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Logs the holder of the strongest lock, if it has not ended.
    private func logHolder() async {
        let found = try? await pool.read { transaction -> Logger.Metadata? in
            guard let row = try transaction.run(Self.holder()).first else { return nil }
            return [
                "table": "\(try row.value(0, as: String.self))", "lock": "\(try row.value(1, as: String.self))",
                "process": "\(try row.value(2, as: Int64.self))",
            ]
        }
        logger.notice("a change of the database waits for a lock", metadata: found ?? nil)
    }
}
