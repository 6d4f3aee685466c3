import GRDB

/// Who accounts are to the team's provider, which sessions it has signed in, and which of its tokens were used.
enum AddIdentities {
    static func migrate(_ db: Database) throws {
        // As in ``BoundSessions``: rows that break another constraint must not stop the start.
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
        try db.execute(
            sql: """
                ALTER TABLE users ADD COLUMN identity_issuer TEXT CHECK (length(identity_issuer) BETWEEN 1 AND 2048);
                ALTER TABLE users ADD COLUMN identity_subject TEXT CHECK (length(identity_subject) BETWEEN 1 AND 255);
                CREATE UNIQUE INDEX users_by_identity ON users (identity_subject, identity_issuer)
                    WHERE identity_subject IS NOT NULL;
                CREATE TABLE provider_sessions (
                    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
                    issuer TEXT NOT NULL CHECK (length(issuer) BETWEEN 1 AND 2048),
                    subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
                    sid_digest TEXT CHECK (length(sid_digest) BETWEEN 1 AND 64)
                ) STRICT;
                CREATE INDEX provider_sessions_by_subject ON provider_sessions (subject, issuer);
                CREATE INDEX provider_sessions_by_sid ON provider_sessions (sid_digest, issuer)
                    WHERE sid_digest IS NOT NULL;
                CREATE TABLE used_tokens (
                    digest TEXT PRIMARY KEY CHECK (length(digest) BETWEEN 1 AND 64),
                    expires_at INTEGER NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999)
                ) STRICT;
                CREATE INDEX used_tokens_by_end ON used_tokens (expires_at);
                """)
    }
}
