/// Accounts with their passcode (requirement 02's four columns), their sessions, and the attempts under way.
enum CreateAccountsAndSessions {
    static let sql = """
        CREATE TABLE users (
            id TEXT PRIMARY KEY,
            email TEXT NOT NULL UNIQUE,
            language TEXT NOT NULL DEFAULT 'en',
            passcode_hash TEXT,
            passcode_salt BLOB,
            passcode_enabled INTEGER NOT NULL DEFAULT 0,
            passcode_timeout_minutes INTEGER NOT NULL DEFAULT 15,
            recovery_key TEXT,
            failures INTEGER NOT NULL DEFAULT 0,
            reset_required INTEGER NOT NULL DEFAULT 0,
            passcode_version INTEGER NOT NULL DEFAULT 0,
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE sessions (
            id TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            transport TEXT NOT NULL,
            device_name TEXT,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            last_active_at INTEGER NOT NULL,
            lock TEXT,
            lock_version INTEGER NOT NULL,
            passcode_given_at INTEGER,
            failures INTEGER NOT NULL,
            wait_until INTEGER,
            refresh_generation INTEGER NOT NULL,
            previous_refresh_digest TEXT,
            refreshed_at INTEGER
        ) STRICT;
        CREATE INDEX sessions_of_account ON sessions (account_id);
        CREATE INDEX sessions_by_end ON sessions (expires_at);
        CREATE TABLE session_tokens (
            digest TEXT PRIMARY KEY,
            session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            generation INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            counts_as_locked INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX session_tokens_of_session ON session_tokens (session_id, kind, generation);
        CREATE INDEX session_tokens_by_end ON session_tokens (expires_at);
        CREATE TABLE reservations (
            id TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            -- No reference: an attempt counts on the account even when its session has ended meanwhile.
            session_id TEXT NOT NULL,
            reserved_at INTEGER NOT NULL,
            passcode_version INTEGER NOT NULL,
            lock_version INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX reservations_of_account ON reservations (account_id);
        """
}
