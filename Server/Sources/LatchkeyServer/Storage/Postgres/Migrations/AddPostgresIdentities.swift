/// Who accounts are to the team's provider, which sessions it has signed in, and which of its tokens were used.
enum AddPostgresIdentities {
    static let statements: [StaticString] = [
        // Not checked where they are null everywhere, as in ``AddPostgresSuspension``.
        """
        ALTER TABLE users ADD COLUMN identity_issuer text COLLATE "C", ADD COLUMN identity_subject text COLLATE "C",
            ADD CONSTRAINT users_identity_issuer_check CHECK (octet_length(identity_issuer) BETWEEN 1 AND 2048)
                NOT VALID,
            ADD CONSTRAINT users_identity_subject_check CHECK (octet_length(identity_subject) BETWEEN 1 AND 255)
                NOT VALID
        """,
        // It reads the table once, and holds up writes meanwhile: about a second for a million accounts.
        """
        CREATE UNIQUE INDEX users_by_identity ON users (identity_subject, identity_issuer)
            WHERE identity_subject IS NOT NULL
        """,
        """
        CREATE TABLE provider_sessions (
            session_id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
            issuer text COLLATE "C" NOT NULL CHECK (octet_length(issuer) BETWEEN 1 AND 2048),
            subject text COLLATE "C" NOT NULL CHECK (octet_length(subject) BETWEEN 1 AND 255),
            sid_digest bytea CHECK (octet_length(sid_digest) = 32)
        )
        """,
        "CREATE INDEX provider_sessions_by_subject ON provider_sessions (subject, issuer)",
        """
        CREATE INDEX provider_sessions_by_sid ON provider_sessions (sid_digest, issuer) WHERE sid_digest IS NOT NULL
        """,
        """
        CREATE TABLE used_tokens (
            digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
            expires_at bigint NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999)
        )
        """,
        "CREATE INDEX used_tokens_by_end ON used_tokens (expires_at)",
    ]
}
