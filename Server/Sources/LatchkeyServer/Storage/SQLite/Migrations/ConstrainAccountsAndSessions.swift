import GRDB

/// Has SQLite refuse what no server can read, and adds the index for expired attempts.
///
/// SQLite adds no constraint to a table that is there, so each is made again
/// (https://www.sqlite.org/lang_altertable.html, 7). What is in them is taken over whatever the constraints say: a
/// damaged row stays, as an error for its owner alone, until an operator has mended it. Choices such as
/// `sessions.lock` are not enumerated: a newer server may know more of them while this one still runs.
enum ConstrainAccountsAndSessions {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
        try TableCopy.replace("users", by: users, in: db)
        try TableCopy.replace("sessions", by: sessions, in: db)
        try TableCopy.replace("session_tokens", by: sessionTokens, in: db)
        try TableCopy.replace("reservations", by: reservations, in: db)
        try TableCopy.replace("key_check", by: keyCheck, in: db)
        try db.execute(sql: indexes)
    }

    private static let users = """
        CREATE TABLE new_users (
            id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
            email TEXT NOT NULL UNIQUE CHECK (length(email) BETWEEN 1 AND 254),
            language TEXT NOT NULL DEFAULT 'en' CHECK (length(language) BETWEEN 1 AND 35),
            passcode_hash TEXT CHECK (length(passcode_hash) BETWEEN 1 AND 65536),
            passcode_salt BLOB CHECK (length(passcode_salt) <= 64),
            passcode_enabled INTEGER NOT NULL DEFAULT 0 CHECK (passcode_enabled IN (0, 1)),
            passcode_timeout_minutes INTEGER NOT NULL DEFAULT 15
                CHECK (passcode_timeout_minutes BETWEEN 1 AND 1440),
            recovery_key TEXT CHECK (length(recovery_key) BETWEEN 1 AND 65536),
            failures INTEGER NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 2147483647),
            reset_required INTEGER NOT NULL DEFAULT 0 CHECK (reset_required IN (0, 1)),
            passcode_version INTEGER NOT NULL DEFAULT 0 CHECK (passcode_version BETWEEN 0 AND 2147483647),
            created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
            mail_trouble TEXT CHECK (length(mail_trouble) BETWEEN 1 AND 64),
            mail_trouble_since INTEGER CHECK (mail_trouble_since BETWEEN 0 AND 253402300799999)
        ) STRICT
        """

    private static let sessions = """
        CREATE TABLE new_sessions (
            id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            transport TEXT NOT NULL CHECK (length(transport) BETWEEN 1 AND 64),
            device_name TEXT CHECK (length(device_name) BETWEEN 1 AND 256),
            created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
            expires_at INTEGER NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999),
            last_active_at INTEGER NOT NULL CHECK (last_active_at BETWEEN 0 AND 253402300799999),
            lock TEXT CHECK (length(lock) BETWEEN 1 AND 64),
            lock_version INTEGER NOT NULL CHECK (lock_version BETWEEN 0 AND 2147483647),
            passcode_given_at INTEGER CHECK (passcode_given_at BETWEEN 0 AND 253402300799999),
            failures INTEGER NOT NULL CHECK (failures BETWEEN 0 AND 2147483647),
            wait_until INTEGER CHECK (wait_until BETWEEN 0 AND 253402300799999),
            refresh_generation INTEGER NOT NULL CHECK (refresh_generation BETWEEN 0 AND 2147483647),
            previous_refresh_digest TEXT CHECK (length(previous_refresh_digest) BETWEEN 1 AND 64),
            refreshed_at INTEGER CHECK (refreshed_at BETWEEN 0 AND 253402300799999)
        ) STRICT
        """

    private static let sessionTokens = """
        CREATE TABLE new_session_tokens (
            digest TEXT PRIMARY KEY CHECK (length(digest) BETWEEN 1 AND 64),
            session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
            generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 2147483647),
            expires_at INTEGER NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999),
            counts_as_locked INTEGER NOT NULL CHECK (counts_as_locked IN (0, 1))
        ) STRICT
        """

    private static let reservations = """
        CREATE TABLE new_reservations (
            id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            -- No reference: an attempt counts on the account even when its session has ended meanwhile.
            session_id TEXT NOT NULL CHECK (length(session_id) BETWEEN 1 AND 64),
            reserved_at INTEGER NOT NULL CHECK (reserved_at BETWEEN 0 AND 253402300799999),
            passcode_version INTEGER NOT NULL CHECK (passcode_version BETWEEN 0 AND 2147483647),
            lock_version INTEGER NOT NULL CHECK (lock_version BETWEEN 0 AND 2147483647)
        ) STRICT
        """

    private static let keyCheck = """
        CREATE TABLE new_key_check (
            id INTEGER PRIMARY KEY CHECK (id = 1) DEFAULT 1,
            record TEXT NOT NULL CHECK (length(record) BETWEEN 1 AND 65536)
        ) STRICT
        """

    private static let indexes = """
        CREATE INDEX sessions_of_account ON sessions (account_id);
        CREATE INDEX sessions_by_end ON sessions (expires_at);
        CREATE INDEX session_tokens_of_session ON session_tokens (session_id, kind, generation);
        CREATE INDEX session_tokens_by_end ON session_tokens (expires_at);
        CREATE INDEX reservations_of_account ON reservations (account_id, reserved_at);
        CREATE INDEX reservations_by_time ON reservations (reserved_at);
        """
}
