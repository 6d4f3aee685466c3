/// The tables of both databases. Times are milliseconds since 1970, as everywhere in the server.
///
/// - Numbers have bounds, so that no arithmetic with them can overflow.
/// - Words such as `sessions.lock` are not enumerated: a newer server may know more of them while this one still runs.
/// - PostgreSQL's ids are `uuid`, its digests are data, and `seq` is the order in which rows were stored.
enum Schema {
    /// In an order in which no row comes before one that it refers to.
    static let tables = [
        Account.table, Passkey.table, Session.table, ProviderSession.table, SessionToken.table, Reservation.table,
        OneTimeToken.table, UsedToken.table, MailRequest.table, Notice.table, QueuedMail.table, ActivityEvent.table,
        ImportRows.table, StagedPasscode.table,
    ]

    /// The tables that requests write to, for a list.
    static let names = Statement.Text(composed: (tables.map(\.name) + ["key_check"]).joined(separator: ", "))

    /// The id of SQLite's row for no token; see ``OneTimeTokenRows/countWrongCode(of:)``.
    static let noToken = "none"
    /// How many rows for no token PostgreSQL has, with ids from 0: writes about different addresses must not wait for
    /// one.
    static let noTokens: Int64 = 256

    /// The statements that fill an empty database.
    static func initial(for dialect: Dialect) -> [String] {
        tables.flatMap { $0.definition(for: dialect) } + (dialect == .sqlite ? sqlite : postgres)
    }

    // For no token: a wrong code for an address without one does the same work.
    private static let sqlite = [
        """
        INSERT INTO one_time_tokens
        VALUES ('\(noToken)', 'none', '', NULL, '', '\(noToken)', NULL, 5, 0, 0, 253402300799999)
        """,
        """
        CREATE TABLE key_check (
            id INTEGER PRIMARY KEY CHECK (id = 1) DEFAULT 1,
            record TEXT NOT NULL CHECK (length(record) BETWEEN 1 AND 65536)
        ) STRICT
        """,
    ]

    private static let postgres = [
        // For no token, as above.
        """
        CREATE TABLE no_tokens (
            id bigint PRIMARY KEY,
            code_tries bigint NOT NULL
        ) WITH (fillfactor = 10)
        """,
        "INSERT INTO no_tokens SELECT id, 5 FROM generate_series(0, \(noTokens - 1)) AS id",
        """
        CREATE TABLE key_check (
            id boolean PRIMARY KEY DEFAULT true CHECK (id),
            record text NOT NULL CHECK (length(record) BETWEEN 1 AND 65536)
        )
        """,
        // The processes that serve, and their newest beats; see ``Beat``.
        """
        CREATE TABLE processes (
            id uuid PRIMARY KEY,
            beat bigint NOT NULL,
            beaten_at bigint NOT NULL,
            migrations bigint NOT NULL
        ) WITH (fillfactor = 20)
        """,
        // Of the move that has filled the database, if one has, the id; see ``DatabaseMove``.
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
