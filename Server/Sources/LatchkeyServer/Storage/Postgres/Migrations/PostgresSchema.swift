/// The schema of a new database: that of SQLite in PostgreSQL's types. Ids are `uuid`, digests are data; times are
/// milliseconds since 1970, as everywhere in the server.
///
/// - `lock_key` is what the writes about an address, and its account, lock; see ``LockKey``.
/// - `row_version` goes up with each change of a whole row: none is changed that was read before another change.
/// - `seq` is the order in which rows were stored.
/// - Words such as `sessions.lock` are not enumerated: a newer server may know more of them while this one still runs.
enum PostgresSchema {
    static let initial: [StaticString] = [
        """
        CREATE TABLE users (
            id uuid PRIMARY KEY,
            email text COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(email) BETWEEN 1 AND 254),
            lock_key bigint NOT NULL,
            language text NOT NULL CHECK (length(language) BETWEEN 1 AND 35),
            passcode_hash text CHECK (length(passcode_hash) BETWEEN 1 AND 65536),
            passcode_salt bytea CHECK (octet_length(passcode_salt) <= 64),
            passcode_enabled boolean NOT NULL DEFAULT false,
            passcode_timeout_minutes bigint NOT NULL DEFAULT 15 CHECK (passcode_timeout_minutes BETWEEN 1 AND 1440),
            recovery_key text CHECK (length(recovery_key) BETWEEN 1 AND 65536),
            failures bigint NOT NULL CHECK (failures BETWEEN 0 AND 30),
            reset_required boolean NOT NULL,
            passcode_version bigint NOT NULL CHECK (passcode_version BETWEEN 0 AND 2147483647),
            created_at bigint NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
            mail_trouble text CHECK (length(mail_trouble) BETWEEN 1 AND 64),
            mail_trouble_since bigint CHECK (mail_trouble_since BETWEEN 0 AND 253402300799999),
            suspended_at bigint CHECK (suspended_at BETWEEN 0 AND 253402300799999),
            identity_issuer text COLLATE "C" CHECK (octet_length(identity_issuer) BETWEEN 1 AND 2048),
            identity_subject text COLLATE "C" CHECK (octet_length(identity_subject) BETWEEN 1 AND 255),
            passkey_count bigint NOT NULL DEFAULT 0 CHECK (passkey_count BETWEEN 0 AND 10),
            passkeys_version bigint CHECK (passkeys_version BETWEEN 0 AND 2147483647),
            row_version bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 90)
        """,
        """
        CREATE UNIQUE INDEX users_by_identity ON users (identity_subject, identity_issuer)
            WHERE identity_subject IS NOT NULL
        """,
        // HOT updates of the last activity need room on their page.
        """
        CREATE TABLE sessions (
            id uuid PRIMARY KEY,
            account_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            transport text NOT NULL CHECK (length(transport) BETWEEN 1 AND 64),
            device_name text CHECK (length(device_name) BETWEEN 1 AND 256),
            created_at bigint NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
            expires_at bigint NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999),
            last_active_at bigint NOT NULL CHECK (last_active_at BETWEEN 0 AND 253402300799999),
            lock text CHECK (length(lock) BETWEEN 1 AND 64),
            lock_version bigint NOT NULL CHECK (lock_version BETWEEN 0 AND 2147483647),
            passcode_given_at bigint CHECK (passcode_given_at BETWEEN 0 AND 253402300799999),
            failures bigint NOT NULL CHECK (failures BETWEEN 0 AND 10),
            wait_until bigint CHECK (wait_until BETWEEN 0 AND 253402300799999),
            refresh_generation bigint NOT NULL CHECK (refresh_generation BETWEEN 0 AND 2147483647),
            previous_refresh_digest bytea CHECK (octet_length(previous_refresh_digest) = 32),
            refreshed_at bigint CHECK (refreshed_at BETWEEN 0 AND 253402300799999),
            refresh_family text COLLATE "C" CHECK (length(refresh_family) BETWEEN 1 AND 64),
            passcode_generation bigint CHECK (passcode_generation BETWEEN 0 AND 2147483647),
            changes_used_until bigint CHECK (changes_used_until BETWEEN 0 AND 253402300799999),
            passcode_changes_used_until bigint CHECK (passcode_changes_used_until BETWEEN 0 AND 253402300799999),
            challenge_digest bytea CHECK (octet_length(challenge_digest) = 32),
            challenge_expires_at bigint CHECK (challenge_expires_at BETWEEN 0 AND 253402300799999),
            passkey_given_at bigint CHECK (passkey_given_at BETWEEN 0 AND 253402300799999),
            row_version bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 80)
        """,
        "CREATE INDEX sessions_of_account ON sessions (account_id)",
        "CREATE INDEX sessions_by_end ON sessions (expires_at)",
        // Sessions are swept by their start where the team's rules let them last for less than when they began.
        "CREATE INDEX sessions_by_start ON sessions (created_at)",
        "CREATE INDEX sessions_by_family ON sessions (refresh_family)",
        """
        CREATE TABLE session_tokens (
            digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
            seq bigint GENERATED ALWAYS AS IDENTITY,
            session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
            generation bigint NOT NULL CHECK (generation BETWEEN 0 AND 2147483647),
            expires_at bigint NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999),
            counts_as_locked boolean NOT NULL
        )
        """,
        "CREATE INDEX session_tokens_of_session ON session_tokens (session_id, seq)",
        "CREATE INDEX session_tokens_by_end ON session_tokens (expires_at)",
        // Without a reference to the session: an attempt counts on the account even when its session has ended.
        """
        CREATE TABLE reservations (
            id uuid PRIMARY KEY,
            account_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            session_id uuid NOT NULL UNIQUE,
            reserved_at bigint NOT NULL CHECK (reserved_at BETWEEN 0 AND 253402300799999),
            passcode_version bigint NOT NULL CHECK (passcode_version BETWEEN 0 AND 2147483647),
            lock_version bigint NOT NULL CHECK (lock_version BETWEEN 0 AND 2147483647)
        ) WITH (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0)
        """,
        "CREATE INDEX reservations_of_account ON reservations (account_id, reserved_at)",
        "CREATE INDEX reservations_by_time ON reservations (reserved_at)",
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
        """
        CREATE TABLE provider_sessions (
            session_id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
            issuer text COLLATE "C" NOT NULL CHECK (octet_length(issuer) BETWEEN 1 AND 2048),
            subject text COLLATE "C" NOT NULL CHECK (octet_length(subject) BETWEEN 1 AND 255),
            sid_digest bytea CHECK (octet_length(sid_digest) = 32),
            pending_email text COLLATE "C" CHECK (octet_length(pending_email) BETWEEN 3 AND 254)
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
        // An account's tokens outlive it: its owner may still say "this wasn't me".
        """
        CREATE TABLE one_time_tokens (
            id uuid PRIMARY KEY,
            seq bigint GENERATED ALWAYS AS IDENTITY,
            purpose text NOT NULL CHECK (length(purpose) BETWEEN 1 AND 64),
            email text COLLATE "C" NOT NULL CHECK (octet_length(email) <= 254),
            lock_key bigint NOT NULL,
            account_id uuid REFERENCES users (id) ON DELETE SET NULL,
            key_id text NOT NULL CHECK (length(key_id) <= 64),
            link_digest bytea NOT NULL UNIQUE CHECK (octet_length(link_digest) = 32),
            code_digest bytea CHECK (octet_length(code_digest) = 32),
            code_tries bigint NOT NULL CHECK (code_tries BETWEEN 0 AND 5),
            about_passcode boolean NOT NULL,
            created_at bigint NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
            expires_at bigint NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999)
        )
        """,
        "CREATE INDEX one_time_tokens_of_address ON one_time_tokens (email, purpose, seq)",
        "CREATE INDEX one_time_tokens_of_account ON one_time_tokens (account_id)",
        "CREATE INDEX one_time_tokens_by_end ON one_time_tokens (expires_at)",
        "CREATE INDEX one_time_tokens_by_key ON one_time_tokens (key_id, expires_at)",
        // For no token: a wrong code for an address without one does the same work. Many rows, since writes that are
        // about different addresses must not wait for one.
        """
        CREATE TABLE no_tokens (
            id bigint PRIMARY KEY,
            code_tries bigint NOT NULL
        ) WITH (fillfactor = 10)
        """,
        "INSERT INTO no_tokens SELECT id, 5 FROM generate_series(0, 255) AS id",
        """
        CREATE TABLE mail_requests (
            id uuid PRIMARY KEY,
            seq bigint GENERATED ALWAYS AS IDENTITY,
            purpose text NOT NULL CHECK (length(purpose) BETWEEN 1 AND 64),
            email text COLLATE "C" NOT NULL CHECK (octet_length(email) <= 254),
            ip text,
            client_network text COLLATE "C",
            requested_at bigint NOT NULL CHECK (requested_at BETWEEN 0 AND 253402300799999),
            allowance_used_until bigint NOT NULL CHECK (allowance_used_until BETWEEN 0 AND 253402300799999),
            is_made boolean NOT NULL,
            language text
        ) WITH (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0)
        """,
        "CREATE INDEX mail_requests_of_address ON mail_requests (email, purpose, requested_at)",
        "CREATE INDEX mail_requests_of_client ON mail_requests (client_network, requested_at)",
        "CREATE INDEX mail_requests_pending ON mail_requests (seq) WHERE NOT is_made",
        "CREATE INDEX mail_requests_by_time ON mail_requests (requested_at)",
        """
        CREATE TABLE notices (
            account_id uuid NOT NULL,
            kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
            seq bigint GENERATED ALWAYS AS IDENTITY,
            email text COLLATE "C" NOT NULL CHECK (octet_length(email) BETWEEN 1 AND 254),
            language text NOT NULL,
            count bigint NOT NULL CHECK (count BETWEEN 0 AND 1000000000),
            first_at bigint NOT NULL CHECK (first_at BETWEEN 0 AND 253402300799999),
            latest_at bigint NOT NULL CHECK (latest_at BETWEEN 0 AND 253402300799999),
            device_name text,
            ip text,
            due_at bigint NOT NULL CHECK (due_at BETWEEN 0 AND 253402300799999),
            PRIMARY KEY (account_id, kind)
        )
        """,
        "CREATE INDEX notices_waiting ON notices (due_at, seq) WHERE count > 0",
        "CREATE INDEX notices_mailed ON notices (due_at) WHERE count = 0",
        """
        CREATE TABLE outbox (
            id uuid PRIMARY KEY,
            seq bigint GENERATED ALWAYS AS IDENTITY,
            purpose text NOT NULL CHECK (length(purpose) BETWEEN 1 AND 64),
            is_notice boolean NOT NULL GENERATED ALWAYS AS (purpose = 'notice') STORED,
            recipient text COLLATE "C" NOT NULL CHECK (octet_length(recipient) BETWEEN 1 AND 254),
            sealed_message text NOT NULL CHECK (length(sealed_message) BETWEEN 1 AND 65536),
            created_at bigint NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
            expires_at bigint NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999),
            failures bigint NOT NULL CHECK (failures BETWEEN 0 AND 1000000),
            next_attempt_at bigint NOT NULL CHECK (next_attempt_at BETWEEN 0 AND 253402300799999)
        ) WITH (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0)
        """,
        // A column: where the value is known, PostgreSQL turns the negated comparison into one that no index has.
        "CREATE INDEX outbox_due ON outbox (is_notice, next_attempt_at, seq)",
        "CREATE INDEX outbox_of_recipient ON outbox (recipient, purpose)",
        "CREATE INDEX outbox_by_end ON outbox (expires_at)",
        """
        CREATE TABLE activity (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            account_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            at bigint NOT NULL CHECK (at BETWEEN 0 AND 253402300799999),
            kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
            device_name text,
            ip text
        )
        """,
        "CREATE INDEX activity_of_account ON activity (account_id, id)",
        "CREATE INDEX activity_by_kind ON activity (account_id, kind, id)",
        "CREATE INDEX activity_by_time ON activity (at)",
        """
        CREATE TABLE imports (
            id uuid PRIMARY KEY,
            seq bigint GENERATED ALWAYS AS IDENTITY,
            started_at bigint NOT NULL CHECK (started_at BETWEEN 0 AND 253402300799999),
            state text NOT NULL CHECK (length(state) BETWEEN 1 AND 64)
        )
        """,
        """
        CREATE TABLE staged_passcodes (
            seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
            email text COLLATE "C" NOT NULL CHECK (octet_length(email) BETWEEN 1 AND 254),
            passcode_hash text NOT NULL CHECK (length(passcode_hash) BETWEEN 1 AND 65536)
        )
        """,
        "CREATE INDEX staged_passcodes_of_import ON staged_passcodes (import_id, seq)",
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
        """
        CREATE TABLE key_check (
            id boolean PRIMARY KEY DEFAULT true CHECK (id),
            record text NOT NULL CHECK (length(record) BETWEEN 1 AND 65536)
        )
        """,
    ]
}
