/// One-time tokens, the way of a mail from request to outbox, the accounts' activity, and the row that checks the keys.
enum CreateMailAndActivity {
    static let sql = """
        CREATE TABLE one_time_tokens (
            id TEXT PRIMARY KEY,
            purpose TEXT NOT NULL,
            email TEXT NOT NULL,
            account_id TEXT REFERENCES users (id) ON DELETE CASCADE,
            key_id TEXT NOT NULL,
            link_digest TEXT NOT NULL UNIQUE,
            code_digest TEXT,
            code_tries INTEGER NOT NULL,
            about_passcode INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX one_time_tokens_of_address ON one_time_tokens (email, purpose);
        CREATE TABLE mail_requests (
            id TEXT PRIMARY KEY,
            purpose TEXT NOT NULL,
            email TEXT NOT NULL,
            ip TEXT,
            event_id INTEGER,
            requested_at INTEGER NOT NULL,
            allowance_used_until INTEGER NOT NULL,
            is_made INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX mail_requests_of_address ON mail_requests (email, purpose, requested_at);
        CREATE INDEX mail_requests_of_client ON mail_requests (ip, requested_at);
        CREATE INDEX mail_requests_pending ON mail_requests (is_made) WHERE is_made = 0;
        CREATE TABLE outbox (
            id TEXT PRIMARY KEY,
            recipient TEXT NOT NULL,
            sealed_message TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            failures INTEGER NOT NULL,
            next_attempt_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX outbox_due ON outbox (next_attempt_at);
        CREATE TABLE activity (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            device_name TEXT,
            ip TEXT
        ) STRICT;
        CREATE INDEX activity_of_account ON activity (account_id, id);
        CREATE INDEX activity_by_time ON activity (at);
        CREATE TABLE key_check (
            id INTEGER PRIMARY KEY CHECK (id = 1) DEFAULT 1,
            record TEXT NOT NULL
        ) STRICT;
        """
}
