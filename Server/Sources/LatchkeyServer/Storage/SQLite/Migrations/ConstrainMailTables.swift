import GRDB

/// Bounds for the numbers of the mails' tables and of the activity, so that no arithmetic with them can overflow, an
/// index for each look-up, what a queued mail is for, and which network asked for one.
///
/// A column that says what kind of thing a row is has no bounds: a newer server may write a kind that this one does not
/// know.
enum ConstrainMailTables {
    /// The id of the row for no token; see ``OneTimeTokenRepository/countWrongCode(of:)``.
    static let noToken = "none"

    /// The end of the year 9999, in milliseconds since 1970.
    private static let latest = 253_402_300_799_999

    static func migrate(_ db: Database) throws {
        // What no server reads is taken over too, and set aside; see ``TableCopy``.
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
        try TableCopy.replace(
            "one_time_tokens", by: oneTimeTokens, in: db,
            bounds: ["code_tries": 0...5, "about_passcode": 0...1, "created_at": times, "expires_at": times])
        try db.execute(sql: oneTimeTokenIndexes)
        try TableCopy.replace(
            "mail_requests", by: mailRequests, in: db,
            bounds: ["requested_at": times, "allowance_used_until": times, "is_made": 0...1],
            computed: [
                "client_network": "iif(typeof(ip) <> 'text' OR instr(ip, ':') OR purpose = 'notice', NULL, ip)"
            ])
        try db.execute(sql: mailRequestIndexes)
        try TableCopy.replace(
            "outbox", by: outbox, in: db,
            bounds: ["created_at": times, "expires_at": times, "failures": 0...1_000_000, "next_attempt_at": times],
            computed: ["purpose": "(SELECT purpose FROM one_time_tokens WHERE one_time_tokens.id = outbox.id)"])
        try db.execute(sql: outboxIndexes)
        try TableCopy.replace("activity", by: activity, in: db, bounds: ["at": times])
        try db.execute(sql: activityIndexes)
    }

    private static let times = 0...latest
    private static func isTime(_ column: String) -> String { "\(column) BETWEEN 0 AND \(latest)" }

    // An account's tokens outlive it: its owner may still say "this wasn't me".
    private static let oneTimeTokens = """
        CREATE TABLE new_one_time_tokens (
            id TEXT PRIMARY KEY,
            purpose TEXT NOT NULL,
            email TEXT NOT NULL,
            account_id TEXT REFERENCES users (id) ON DELETE SET NULL,
            key_id TEXT NOT NULL,
            link_digest TEXT NOT NULL UNIQUE,
            code_digest TEXT,
            code_tries INTEGER NOT NULL CHECK (code_tries BETWEEN 0 AND 5),
            about_passcode INTEGER NOT NULL CHECK (about_passcode IN (0, 1)),
            created_at INTEGER NOT NULL CHECK (\(isTime("created_at"))),
            expires_at INTEGER NOT NULL CHECK (\(isTime("expires_at")))
        ) STRICT;
        """

    private static let oneTimeTokenIndexes = """
        CREATE INDEX one_time_tokens_of_address ON one_time_tokens (email, purpose);
        CREATE INDEX one_time_tokens_of_account ON one_time_tokens (account_id);
        CREATE INDEX one_time_tokens_by_end ON one_time_tokens (expires_at);
        INSERT INTO one_time_tokens
            VALUES ('\(noToken)', 'none', '', NULL, '', '\(noToken)', NULL, 5, 0, 0, \(latest));
        """

    private static let mailRequests = """
        CREATE TABLE new_mail_requests (
            id TEXT PRIMARY KEY,
            purpose TEXT NOT NULL,
            email TEXT NOT NULL,
            ip TEXT,
            event_id INTEGER,
            requested_at INTEGER NOT NULL CHECK (\(isTime("requested_at"))),
            allowance_used_until INTEGER NOT NULL CHECK (\(isTime("allowance_used_until"))),
            is_made INTEGER NOT NULL CHECK (is_made IN (0, 1)),
            language TEXT,
            client_network TEXT
        ) STRICT;
        """

    private static let mailRequestIndexes = """
        CREATE INDEX mail_requests_of_address ON mail_requests (email, purpose, requested_at);
        CREATE INDEX mail_requests_of_client ON mail_requests (client_network, requested_at);
        CREATE INDEX mail_requests_pending ON mail_requests (is_made) WHERE is_made = 0;
        CREATE INDEX mail_requests_waiting ON mail_requests (is_made, purpose) WHERE is_made = 0;
        CREATE INDEX mail_requests_by_time ON mail_requests (requested_at);
        """

    private static let outbox = """
        CREATE TABLE new_outbox (
            id TEXT PRIMARY KEY,
            recipient TEXT NOT NULL,
            sealed_message TEXT NOT NULL,
            created_at INTEGER NOT NULL CHECK (\(isTime("created_at"))),
            expires_at INTEGER NOT NULL CHECK (\(isTime("expires_at"))),
            failures INTEGER NOT NULL CHECK (failures BETWEEN 0 AND 1000000),
            next_attempt_at INTEGER NOT NULL CHECK (\(isTime("next_attempt_at"))),
            purpose TEXT
        ) STRICT;
        """

    private static let outboxIndexes = """
        CREATE INDEX outbox_due ON outbox ((purpose IS 'notice'), next_attempt_at);
        CREATE INDEX outbox_of_recipient ON outbox (recipient, purpose);
        CREATE INDEX outbox_by_end ON outbox (expires_at);
        """

    // Numbers of events are never given twice: pages of the activity go on from them.
    private static let activity = """
        CREATE TABLE new_activity (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            at INTEGER NOT NULL CHECK (\(isTime("at"))),
            kind TEXT NOT NULL,
            device_name TEXT,
            ip TEXT
        ) STRICT;
        INSERT INTO sqlite_sequence SELECT 'new_activity', seq FROM sqlite_sequence WHERE name = 'activity';
        """

    private static let activityIndexes = """
        CREATE INDEX activity_of_account ON activity (account_id, id);
        CREATE INDEX activity_by_time ON activity (at);
        """
}
