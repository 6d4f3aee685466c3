/// The tables of both databases. Times are milliseconds since 1970.
///
/// - Numbers have bounds, so that arithmetic cannot overflow.
/// - Words such as `sessions.lock` are not enumerated: a newer server may know more while this one still runs.
/// - In PostgreSQL IDs are `uuid`, digests are data, and `seq` is the insertion order.
enum Schema {
    /// The tables, each after those that it references.
    static let tables = [
        Account.table, Passkey.table, UnlockKey.table, Session.table, ProviderSession.table, SessionToken.table,
        Reservation.table, OneTimeToken.table, UsedToken.table, PendingEmailRequest.table, Notice.table,
        QueuedEmail.table,
        ActivityEvent.table, AdministrationEntry.table, ImportRows.table, StagedPasscode.table, KeyCheckRow.table,
    ]

    /// The tables that requests write to, as a list.
    static let names = Statement.Text(composed: tables.map(\.name).joined(separator: ", "))

    /// The ID of SQLite's dummy row for no token; see ``OneTimeTokenRows/countWrongCode(of:)``.
    static let noToken = "none"
    /// The number of dummy rows in PostgreSQL, with IDs from 0, so that writes about different addresses rarely wait
    /// for each other.
    static let noTokens: Int64 = 256

    /// Returns the statements that initialize an empty database.
    static func initial(for dialect: Dialect) -> [String] {
        tables.flatMap { $0.definition(for: dialect) } + (dialect == .sqlite ? sqlite : postgres)
    }

    // The dummy row: a wrong code for an unknown address does the same work.
    private static let sqlite = [
        """
        INSERT INTO one_time_tokens
        VALUES ('\(noToken)', 'none', '', NULL, '', '\(noToken)', NULL,
            \(OneTimeToken.maximumCodeAttempts), 0, 0, \(StoredValue.numbers.upperBound))
        """
    ]

    private static let postgres = [
        // Dummy rows, as above.
        """
        CREATE TABLE no_tokens (
            id bigint PRIMARY KEY,
            code_tries bigint NOT NULL
        ) WITH (fillfactor = 10)
        """,
        """
        INSERT INTO no_tokens SELECT id, \(OneTimeToken.maximumCodeAttempts)
        FROM generate_series(0, \(noTokens - 1)) AS id
        """,
        // The serving processes and their latest heartbeats; see ``Heartbeat``.
        """
        CREATE TABLE processes (
            id uuid PRIMARY KEY,
            beat bigint NOT NULL,
            beaten_at bigint NOT NULL,
            migrations bigint NOT NULL
        ) WITH (fillfactor = 20)
        """,
        // The ID of the move that has filled the database, if any; see ``DatabaseMove``.
        """
        CREATE TABLE continuity (
            id boolean PRIMARY KEY DEFAULT true CHECK (id),
            restores bigint NOT NULL,
            is_broken boolean NOT NULL,
            moved_from uuid
        )
        """,
        "INSERT INTO continuity (restores, is_broken) VALUES (0, false)",
    ]
}
