/// Passkeys, how many an account has, and the challenges to them. Older servers leave the columns as they are, and know
/// no passkeys. What they do to a passcode ends these all the same: it raises `passcode_version`, and passkeys count
/// only while `passkeys_version` is the same.
enum AddPostgresPasskeys {
    static let statements: [StaticString] = [
        // Not checked where they are the same everywhere, as in ``AddPostgresSuspension``.
        """
        ALTER TABLE users ADD COLUMN passkey_count bigint NOT NULL DEFAULT 0, ADD COLUMN passkeys_version bigint,
            ADD CONSTRAINT users_passkey_count_check CHECK (passkey_count BETWEEN 0 AND 10) NOT VALID,
            ADD CONSTRAINT users_passkeys_version_check CHECK (passkeys_version BETWEEN 0 AND 2147483647) NOT VALID
        """,
        """
        ALTER TABLE sessions ADD COLUMN challenge_digest bytea, ADD COLUMN challenge_expires_at bigint,
            ADD COLUMN passkey_given_at bigint,
            ADD CONSTRAINT sessions_challenge_digest_check CHECK (octet_length(challenge_digest) = 32) NOT VALID,
            ADD CONSTRAINT sessions_challenge_expires_at_check
                CHECK (challenge_expires_at BETWEEN 0 AND 253402300799999) NOT VALID,
            ADD CONSTRAINT sessions_passkey_given_at_check
                CHECK (passkey_given_at BETWEEN 0 AND 253402300799999) NOT VALID
        """,
        """
        CREATE TABLE passkeys (
            id uuid PRIMARY KEY,
            seq bigint GENERATED ALWAYS AS IDENTITY,
            account_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
            algorithm text NOT NULL CHECK (length(algorithm) BETWEEN 1 AND 64),
            public_key text NOT NULL CHECK (length(public_key) BETWEEN 1 AND 65536),
            counter bigint NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
            name text NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
            transports text NOT NULL CHECK (length(transports) BETWEEN 2 AND 256),
            created_at bigint NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
            last_used_at bigint CHECK (last_used_at BETWEEN 0 AND 253402300799999)
        )
        """,
        "CREATE INDEX passkeys_of_account ON passkeys (account_id, created_at, seq)",
    ]
}
