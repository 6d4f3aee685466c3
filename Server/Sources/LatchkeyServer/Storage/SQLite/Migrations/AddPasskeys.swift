import GRDB

/// Passkeys, how many an account has, and the challenges to them.
enum AddPasskeys {
    static func migrate(_ db: Database) throws {
        // As in ``BoundSessions``: rows that break another constraint must not stop the start.
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
        try db.execute(
            sql: """
                ALTER TABLE users ADD COLUMN passkey_count INTEGER NOT NULL DEFAULT 0
                    CHECK (passkey_count BETWEEN 0 AND 10);
                ALTER TABLE users ADD COLUMN passkeys_version INTEGER
                    CHECK (passkeys_version BETWEEN 0 AND 2147483647);
                ALTER TABLE sessions ADD COLUMN challenge_digest BLOB CHECK (length(challenge_digest) = 32);
                ALTER TABLE sessions ADD COLUMN challenge_expires_at INTEGER
                    CHECK (challenge_expires_at BETWEEN 0 AND 253402300799999);
                ALTER TABLE sessions ADD COLUMN passkey_given_at INTEGER
                    CHECK (passkey_given_at BETWEEN 0 AND 253402300799999);
                CREATE TABLE passkeys (
                    id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
                    account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                    credential_id BLOB NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
                    algorithm TEXT NOT NULL CHECK (length(algorithm) BETWEEN 1 AND 64),
                    public_key TEXT NOT NULL CHECK (length(public_key) BETWEEN 1 AND 65536),
                    counter INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
                    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
                    transports TEXT NOT NULL CHECK (length(transports) BETWEEN 2 AND 256),
                    created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
                    last_used_at INTEGER CHECK (last_used_at BETWEEN 0 AND 253402300799999)
                ) STRICT;
                CREATE INDEX passkeys_of_account ON passkeys (account_id, created_at);
                """)
    }
}
