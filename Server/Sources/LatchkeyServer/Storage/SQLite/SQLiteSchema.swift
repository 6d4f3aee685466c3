/// The schema of a new database. Times are milliseconds since 1970, as everywhere in the server.
///
/// - Numbers have bounds, so that no arithmetic with them can overflow.
/// - Words such as `sessions.lock` are not enumerated: a newer server may know more of them while this one still runs.
enum SQLiteSchema {
    /// The id of the row for no token; see ``OneTimeTokenRepository/countWrongCode(of:)``.
    static let noToken = "none"

    static let initial = """
        CREATE TABLE users (
            id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
            email TEXT NOT NULL UNIQUE CHECK (length(email) BETWEEN 1 AND 254),
            language TEXT NOT NULL DEFAULT 'en' CHECK (length(language) BETWEEN 1 AND 35),
            passcode_hash TEXT CHECK (length(passcode_hash) BETWEEN 1 AND 65536),
            passcode_salt BLOB CHECK (length(passcode_salt) <= 64),
            passcode_enabled INTEGER NOT NULL DEFAULT 0 CHECK (passcode_enabled IN (0, 1)),
            passcode_timeout_minutes INTEGER NOT NULL DEFAULT 15 CHECK (passcode_timeout_minutes BETWEEN 1 AND 1440),
            recovery_key TEXT CHECK (length(recovery_key) BETWEEN 1 AND 65536),
            failures INTEGER NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 2147483647),
            reset_required INTEGER NOT NULL DEFAULT 0 CHECK (reset_required IN (0, 1)),
            passcode_version INTEGER NOT NULL DEFAULT 0 CHECK (passcode_version BETWEEN 0 AND 2147483647),
            created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
            mail_trouble TEXT CHECK (length(mail_trouble) BETWEEN 1 AND 64),
            mail_trouble_since INTEGER CHECK (mail_trouble_since BETWEEN 0 AND 253402300799999),
            suspended_at INTEGER CHECK (suspended_at BETWEEN 0 AND 253402300799999),
            identity_issuer TEXT CHECK (length(identity_issuer) BETWEEN 1 AND 2048),
            identity_subject TEXT CHECK (length(identity_subject) BETWEEN 1 AND 255),
            passkey_count INTEGER NOT NULL DEFAULT 0 CHECK (passkey_count BETWEEN 0 AND 10),
            passkeys_version INTEGER CHECK (passkeys_version BETWEEN 0 AND 2147483647)
        ) STRICT;
        CREATE UNIQUE INDEX users_by_identity ON users (identity_subject, identity_issuer)
            WHERE identity_subject IS NOT NULL;

        CREATE TABLE sessions (
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
            refreshed_at INTEGER CHECK (refreshed_at BETWEEN 0 AND 253402300799999),
            refresh_family TEXT CHECK (length(refresh_family) BETWEEN 1 AND 64),
            passcode_generation INTEGER CHECK (passcode_generation BETWEEN 0 AND 2147483647),
            changes_used_until INTEGER CHECK (changes_used_until BETWEEN 0 AND 253402300799999),
            passcode_changes_used_until INTEGER
                CHECK (passcode_changes_used_until BETWEEN 0 AND 253402300799999),
            challenge_digest BLOB CHECK (length(challenge_digest) = 32),
            challenge_expires_at INTEGER CHECK (challenge_expires_at BETWEEN 0 AND 253402300799999),
            passkey_given_at INTEGER CHECK (passkey_given_at BETWEEN 0 AND 253402300799999)
        ) STRICT;
        CREATE INDEX sessions_of_account ON sessions (account_id);
        CREATE INDEX sessions_by_end ON sessions (expires_at);
        CREATE INDEX sessions_by_start ON sessions (created_at);
        CREATE UNIQUE INDEX sessions_by_family ON sessions (refresh_family) WHERE refresh_family IS NOT NULL;

        CREATE TABLE session_tokens (
            digest TEXT PRIMARY KEY CHECK (length(digest) BETWEEN 1 AND 64),
            session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
            generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 2147483647),
            expires_at INTEGER NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999),
            counts_as_locked INTEGER NOT NULL CHECK (counts_as_locked IN (0, 1))
        ) STRICT;
        CREATE INDEX session_tokens_of_session ON session_tokens (session_id, kind, generation);
        CREATE INDEX session_tokens_by_end ON session_tokens (expires_at);

        CREATE TABLE reservations (
            id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            -- No reference: an attempt counts on the account even when its session has ended meanwhile.
            session_id TEXT NOT NULL CHECK (length(session_id) BETWEEN 1 AND 64),
            reserved_at INTEGER NOT NULL CHECK (reserved_at BETWEEN 0 AND 253402300799999),
            passcode_version INTEGER NOT NULL CHECK (passcode_version BETWEEN 0 AND 2147483647),
            lock_version INTEGER NOT NULL CHECK (lock_version BETWEEN 0 AND 2147483647)
        ) STRICT;
        CREATE INDEX reservations_of_account ON reservations (account_id, reserved_at);
        CREATE INDEX reservations_by_time ON reservations (reserved_at);

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

        CREATE TABLE provider_sessions (
            session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
            issuer TEXT NOT NULL CHECK (length(issuer) BETWEEN 1 AND 2048),
            subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
            sid_digest TEXT CHECK (length(sid_digest) BETWEEN 1 AND 64),
            pending_email TEXT CHECK (length(pending_email) BETWEEN 3 AND 254)
        ) STRICT;
        CREATE INDEX provider_sessions_by_subject ON provider_sessions (subject, issuer);
        CREATE INDEX provider_sessions_by_sid ON provider_sessions (sid_digest, issuer) WHERE sid_digest IS NOT NULL;

        CREATE TABLE used_tokens (
            digest TEXT PRIMARY KEY CHECK (length(digest) BETWEEN 1 AND 64),
            expires_at INTEGER NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999)
        ) STRICT;
        CREATE INDEX used_tokens_by_end ON used_tokens (expires_at);

        CREATE TABLE one_time_tokens (
            id TEXT PRIMARY KEY,
            purpose TEXT NOT NULL,
            email TEXT NOT NULL,
            -- An account's tokens outlive it: its owner may still say "this wasn't me".
            account_id TEXT REFERENCES users (id) ON DELETE SET NULL,
            key_id TEXT NOT NULL,
            link_digest TEXT NOT NULL UNIQUE,
            code_digest TEXT,
            code_tries INTEGER NOT NULL CHECK (code_tries BETWEEN 0 AND 5),
            about_passcode INTEGER NOT NULL CHECK (about_passcode IN (0, 1)),
            created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
            expires_at INTEGER NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999)
        ) STRICT;
        CREATE INDEX one_time_tokens_of_address ON one_time_tokens (email, purpose);
        CREATE INDEX one_time_tokens_of_account ON one_time_tokens (account_id);
        CREATE INDEX one_time_tokens_by_end ON one_time_tokens (expires_at);
        INSERT INTO one_time_tokens
            VALUES ('\(noToken)', 'none', '', NULL, '', '\(noToken)', NULL, 5, 0, 0, 253402300799999);

        CREATE TABLE mail_requests (
            id TEXT PRIMARY KEY,
            purpose TEXT NOT NULL,
            email TEXT NOT NULL,
            ip TEXT,
            client_network TEXT,
            requested_at INTEGER NOT NULL CHECK (requested_at BETWEEN 0 AND 253402300799999),
            allowance_used_until INTEGER NOT NULL CHECK (allowance_used_until BETWEEN 0 AND 253402300799999),
            is_made INTEGER NOT NULL CHECK (is_made IN (0, 1)),
            language TEXT
        ) STRICT;
        CREATE INDEX mail_requests_of_address ON mail_requests (email, purpose, requested_at);
        CREATE INDEX mail_requests_of_client ON mail_requests (client_network, requested_at);
        CREATE INDEX mail_requests_pending ON mail_requests (is_made) WHERE is_made = 0;
        CREATE INDEX mail_requests_waiting ON mail_requests (is_made, purpose) WHERE is_made = 0;
        CREATE INDEX mail_requests_by_time ON mail_requests (requested_at);

        CREATE TABLE notices (
            -- No reference: the owner is told that the account is gone.
            account_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            email TEXT NOT NULL,
            language TEXT NOT NULL,
            count INTEGER NOT NULL CHECK (count BETWEEN 0 AND 1000000000),
            first_at INTEGER NOT NULL CHECK (first_at BETWEEN 0 AND 253402300799999),
            latest_at INTEGER NOT NULL CHECK (latest_at BETWEEN 0 AND 253402300799999),
            device_name TEXT,
            ip TEXT,
            due_at INTEGER NOT NULL CHECK (due_at BETWEEN 0 AND 253402300799999),
            PRIMARY KEY (account_id, kind)
        ) STRICT;
        CREATE INDEX notices_waiting ON notices (due_at) WHERE count > 0;
        CREATE INDEX notices_mailed ON notices (due_at) WHERE count = 0;

        CREATE TABLE outbox (
            id TEXT PRIMARY KEY,
            purpose TEXT NOT NULL,
            recipient TEXT NOT NULL,
            sealed_message TEXT NOT NULL,
            created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
            expires_at INTEGER NOT NULL CHECK (expires_at BETWEEN 0 AND 253402300799999),
            failures INTEGER NOT NULL CHECK (failures BETWEEN 0 AND 1000000),
            next_attempt_at INTEGER NOT NULL CHECK (next_attempt_at BETWEEN 0 AND 253402300799999)
        ) STRICT;
        CREATE INDEX outbox_due ON outbox ((purpose IS 'notice'), next_attempt_at);
        CREATE INDEX outbox_of_recipient ON outbox (recipient, purpose);
        CREATE INDEX outbox_by_end ON outbox (expires_at);

        CREATE TABLE activity (
            -- Of an event that is deleted the number is not given again: pages of the list begin behind one.
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            at INTEGER NOT NULL CHECK (at BETWEEN 0 AND 253402300799999),
            kind TEXT NOT NULL,
            device_name TEXT,
            ip TEXT
        ) STRICT;
        CREATE INDEX activity_of_account ON activity (account_id, id);
        CREATE INDEX activity_by_kind ON activity (account_id, kind, id);
        CREATE INDEX activity_by_time ON activity (at);

        CREATE TABLE imports (
            id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
            started_at INTEGER NOT NULL CHECK (started_at BETWEEN 0 AND 253402300799999),
            state TEXT NOT NULL CHECK (length(state) BETWEEN 1 AND 64)
        ) STRICT;

        -- No reference: an import is deleted after what it has staged, in many transactions.
        CREATE TABLE staged_passcodes (
            import_id TEXT NOT NULL,
            email TEXT NOT NULL,
            passcode_hash TEXT NOT NULL,
            PRIMARY KEY (import_id, email)
        ) STRICT;

        CREATE TABLE key_check (
            id INTEGER PRIMARY KEY CHECK (id = 1) DEFAULT 1,
            record TEXT NOT NULL CHECK (length(record) BETWEEN 1 AND 65536)
        ) STRICT;
        """
}
