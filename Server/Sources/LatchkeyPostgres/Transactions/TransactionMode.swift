/// Whether a transaction reads or writes, and how long its commit waits.
package enum TransactionMode: Sendable {
    /// Reads one snapshot; no statement writes.
    case read
    /// Reads with one statement, without an explicit transaction.
    case readOnce
    /// Writes, and waits until a standby has the commit (`synchronous_commit = on`).
    case write
    /// Writes, and waits only for the local disk; the commit may be lost with the server.
    case localWrite

    private static let beginReading = PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    private static let beginWriting = PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    private static let bound = PostgresStatement(
        """
        SELECT set_config('lock_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)
        """)

    /// The commands before the first statement, in the same pipeline. Each write sets its isolation level, because the
    /// default may differ.
    func opening(_ settings: PostgresSettings) -> [PostgresQuery] {
        if self == .readOnce { return [] }
        let begin = self == .read ? Self.beginReading() : Self.beginWriting()
        switch settings.pooler {
        case .none: return [begin]
        case .transaction:
            return [begin, Self.bound("\(settings.lockTimeout.milliseconds)", "\(settings.idleTimeout.milliseconds)")]
        }
    }

    // Until the end of the transaction: `on` waits for the standby's disk, `local` only for the server's
    // (https://www.postgresql.org/docs/15/runtime-config-wal.html#GUC-SYNCHRONOUS-COMMIT).
    private static let settle = PostgresStatement(
        "SELECT set_config('synchronous_commit', $1, true), set_config('client_min_messages', 'warning', true)")
    private static let commit = PostgresStatement("COMMIT")

    /// The commands after the last statement, with the index of COMMIT. If standbys are required, ends with the query
    /// of their state.
    func ending(_ settings: PostgresSettings) -> (queries: [PostgresQuery], commit: Int) {
        switch (self, settings.replicas) {
        case (.write, .required): ([Self.settle("on"), Self.commit(), StandbyStatus.query()], 1)
        case (.write, .none): ([Self.settle("on"), Self.commit()], 1)
        // Reads do not get here.
        case (.localWrite, _), (.read, _), (.readOnce, _): ([Self.settle("local"), Self.commit()], 1)
        }
    }
}
