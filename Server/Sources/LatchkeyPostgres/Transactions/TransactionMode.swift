/// What a transaction does, and how long its commit waits.
package enum TransactionMode: Sendable {
    /// Reads one state of the database: every statement sees what the first one saw, and none writes.
    case read
    /// Reads by one statement, which is a transaction by itself.
    case readOnce
    /// Writes, and waits until a standby has the commit (`synchronous_commit = on`).
    case write
    /// Writes what may be lost with the server, and waits for its own disk only.
    case localWrite

    private static let beginReading = PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    private static let beginWriting = PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    private static let bound = PostgresStatement(
        """
        SELECT set_config('lock_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)
        """)

    /// What is sent before the first statement, in the same pipeline. Each write names its isolation: a role's or a
    /// database's default may be another.
    func opening(_ settings: PostgresSettings) -> [PostgresQuery] {
        if self == .readOnce { return [] }
        let begin = self == .read ? Self.beginReading() : Self.beginWriting()
        switch settings.pooler {
        case .none: return [begin]
        case .transaction:
            return [begin, Self.bound("\(settings.lockTimeout.milliseconds)", "\(settings.idleTimeout.milliseconds)")]
        }
    }

    // Until the end of the transaction. Values: on waits for the standby's disk, local for the own one
    // (https://www.postgresql.org/docs/15/runtime-config-wal.html#GUC-SYNCHRONOUS-COMMIT).
    private static let settle = PostgresStatement(
        "SELECT set_config('synchronous_commit', $1, true), set_config('client_min_messages', 'warning', true)")
    private static let commit = PostgresStatement("COMMIT")

    /// What is sent behind the last statement, with the place of COMMIT in it. Behind COMMIT, where standbys must have
    /// it, the server is asked what they have.
    func ending(_ settings: PostgresSettings) -> (queries: [PostgresQuery], commit: Int) {
        switch (self, settings.replicas) {
        case (.write, .required): ([Self.settle("on"), Self.commit(), StandbyStatus.query()], 1)
        case (.write, .none): ([Self.settle("on"), Self.commit()], 1)
        // A read does not get here.
        case (.localWrite, _), (.read, _), (.readOnce, _): ([Self.settle("local"), Self.commit()], 1)
        }
    }
}
