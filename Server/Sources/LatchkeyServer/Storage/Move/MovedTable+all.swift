import LatchkeyPostgres

/// The tables in an order in which no row comes before one that it refers to. Rows with `seq` are read in the order of
/// their rowids, which is that of `seq` then. `key_check` is none of them: see ``MoveMark``.
extension MovedTable {
    static let all = [
        users, passkeys, sessions, providerSessions, sessionTokens, reservations, oneTimeTokens, usedTokens,
        mailRequests, notices, outbox, activity, imports, stagedPasscodes,
    ]

    private static let users = MovedTable(
        name: "users",
        source: """
            SELECT rowid, id, email, email AS lock_key, language, passcode_hash, passcode_salt, passcode_enabled,
                passcode_timeout_minutes, recovery_key, failures, reset_required, passcode_version, created_at,
                mail_trouble, mail_trouble_since, suspended_at, identity_issuer, identity_subject, passkey_count,
                passkeys_version
            FROM users ORDER BY id
            """,
        columns: [
            .id, .text, .lockKey, .text, .text, .data, .flag, .number, .text, .number, .flag, .number, .number,
            .text, .number, .number, .text, .text, .number, .number,
        ],
        insert: PostgresStatement(
            """
            INSERT INTO users (id, email, lock_key, language, passcode_hash, passcode_salt, passcode_enabled,
                passcode_timeout_minutes, recovery_key, failures, reset_required, passcode_version,
                created_at, mail_trouble, mail_trouble_since, suspended_at, identity_issuer, identity_subject,
                passkey_count, passkeys_version)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                $20)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_users NO SCROLL CURSOR FOR
            SELECT id, email, lock_key, language, passcode_hash, passcode_salt, passcode_enabled,
                passcode_timeout_minutes, recovery_key, failures, reset_required, passcode_version, created_at,
                mail_trouble, mail_trouble_since, suspended_at, identity_issuer, identity_subject, passkey_count,
                passkeys_version
            FROM users ORDER BY id
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_users"))

    private static let passkeys = MovedTable(
        name: "passkeys",
        source: """
            SELECT rowid, id, account_id, credential_id, algorithm, public_key, counter, name, transports, created_at,
                last_used_at
            FROM passkeys ORDER BY rowid
            """,
        columns: [.id, .id, .data, .text, .text, .number, .text, .text, .number, .number],
        insert: PostgresStatement(
            """
            INSERT INTO passkeys (id, account_id, credential_id, algorithm, public_key, counter, name, transports,
                created_at, last_used_at)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_passkeys NO SCROLL CURSOR FOR
            SELECT id, account_id, credential_id, algorithm, public_key, counter, name, transports, created_at,
                last_used_at
            FROM passkeys ORDER BY seq
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_passkeys"))

    private static let sessions = MovedTable(
        name: "sessions",
        source: """
            SELECT rowid, id, account_id, transport, device_name, created_at, expires_at, last_active_at, lock,
                lock_version, passcode_given_at, failures, wait_until, refresh_generation, previous_refresh_digest,
                refreshed_at, refresh_family, passcode_generation, changes_used_until, passcode_changes_used_until,
                challenge_digest, challenge_expires_at, passkey_given_at
            FROM sessions ORDER BY id
            """,
        columns: [
            .id, .id, .text, .text, .number, .number, .number, .text, .number, .number, .number, .number, .number,
            .digest, .number, .text, .number, .number, .number, .data, .number, .number,
        ],
        insert: PostgresStatement(
            """
            INSERT INTO sessions (id, account_id, transport, device_name, created_at, expires_at, last_active_at,
                lock, lock_version, passcode_given_at, failures, wait_until, refresh_generation,
                previous_refresh_digest, refreshed_at, refresh_family, passcode_generation,
                changes_used_until, passcode_changes_used_until, challenge_digest, challenge_expires_at,
                passkey_given_at)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                $20, $21, $22)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_sessions NO SCROLL CURSOR FOR
            SELECT id, account_id, transport, device_name, created_at, expires_at, last_active_at, lock, lock_version,
                passcode_given_at, failures, wait_until, refresh_generation, previous_refresh_digest, refreshed_at,
                refresh_family, passcode_generation, changes_used_until, passcode_changes_used_until, challenge_digest,
                challenge_expires_at, passkey_given_at
            FROM sessions ORDER BY id
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_sessions"))

    private static let providerSessions = MovedTable(
        name: "provider_sessions",
        source: """
            SELECT rowid, session_id, issuer, subject, sid_digest, pending_email FROM provider_sessions
            ORDER BY session_id
            """,
        columns: [.id, .text, .text, .digest, .text],
        insert: PostgresStatement(
            """
            INSERT INTO provider_sessions (session_id, issuer, subject, sid_digest, pending_email)
            SELECT * FROM unnest($1, $2, $3, $4, $5)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_provider_sessions NO SCROLL CURSOR FOR
            SELECT session_id, issuer, subject, sid_digest, pending_email FROM provider_sessions ORDER BY session_id
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_provider_sessions"))

    private static let usedTokens = MovedTable(
        name: "used_tokens",
        source: "SELECT rowid, digest, expires_at FROM used_tokens ORDER BY digest",
        columns: [.digest, .number],
        insert: PostgresStatement(
            "INSERT INTO used_tokens (digest, expires_at) SELECT * FROM unnest($1, $2)"),
        open: PostgresStatement(
            """
            DECLARE moved_used_tokens NO SCROLL CURSOR FOR SELECT digest, expires_at FROM used_tokens ORDER BY digest
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_used_tokens"))

    private static let sessionTokens = MovedTable(
        name: "session_tokens",
        source: """
            SELECT rowid, digest, session_id, kind, generation, expires_at, counts_as_locked
            FROM session_tokens ORDER BY rowid
            """,
        columns: [
            .digest, .id, .text, .number, .number, .flag,
        ],
        insert: PostgresStatement(
            """
            INSERT INTO session_tokens (digest, session_id, kind, generation, expires_at, counts_as_locked)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_session_tokens NO SCROLL CURSOR FOR
            SELECT digest, session_id, kind, generation, expires_at, counts_as_locked
            FROM session_tokens ORDER BY seq
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_session_tokens"))

    private static let reservations = MovedTable(
        name: "reservations",
        source: """
            SELECT rowid, id, account_id, session_id, reserved_at, passcode_version, lock_version
            FROM reservations ORDER BY id
            """,
        columns: [
            .id, .id, .id, .number, .number, .number,
        ],
        insert: PostgresStatement(
            """
            INSERT INTO reservations (id, account_id, session_id, reserved_at, passcode_version, lock_version)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_reservations NO SCROLL CURSOR FOR
            SELECT id, account_id, session_id, reserved_at, passcode_version, lock_version
            FROM reservations ORDER BY id
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_reservations"))

    // Without the row for no token; see ``SQLiteSchema/noToken``.
    private static let oneTimeTokens = MovedTable(
        name: "one_time_tokens",
        source: """
            SELECT rowid, id, purpose, email, email AS lock_key, account_id, key_id, link_digest, code_digest,
                code_tries, about_passcode, created_at, expires_at
            FROM one_time_tokens WHERE id IS NOT '\(SQLiteSchema.noToken)' ORDER BY rowid
            """,
        columns: [
            .id, .text, .text, .lockKey, .id, .text, .digest, .digest, .number, .flag, .number, .number,
        ],
        insert: PostgresStatement(
            """
            INSERT INTO one_time_tokens (id, purpose, email, lock_key, account_id, key_id, link_digest, code_digest,
                code_tries, about_passcode, created_at, expires_at)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_one_time_tokens NO SCROLL CURSOR FOR
            SELECT id, purpose, email, lock_key, account_id, key_id, link_digest, code_digest, code_tries,
                about_passcode, created_at, expires_at
            FROM one_time_tokens ORDER BY seq
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_one_time_tokens"))

    // Without the event of a notice, as servers asked for it that did not know ``Notice``.
    private static let mailRequests = MovedTable(
        name: "mail_requests",
        source: """
            SELECT rowid, id, purpose, email, ip, client_network, requested_at, allowance_used_until, is_made, language
            FROM mail_requests ORDER BY rowid
            """,
        columns: [
            .id, .text, .text, .text, .text, .number, .number, .flag, .text,
        ],
        insert: PostgresStatement(
            """
            INSERT INTO mail_requests (id, purpose, email, ip, client_network, requested_at, allowance_used_until,
                is_made, language)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_mail_requests NO SCROLL CURSOR FOR
            SELECT id, purpose, email, ip, client_network, requested_at, allowance_used_until, is_made, language
            FROM mail_requests ORDER BY seq
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_mail_requests"))

    private static let notices = MovedTable(
        name: "notices",
        source: """
            SELECT rowid, account_id, kind, email, language, count, first_at, latest_at, device_name, ip, due_at
            FROM notices ORDER BY rowid
            """,
        columns: [
            .id, .text, .text, .text, .number, .number, .number, .text, .text, .number,
        ],
        insert: PostgresStatement(
            """
            INSERT INTO notices (account_id, kind, email, language, count, first_at, latest_at, device_name, ip,
                due_at)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_notices NO SCROLL CURSOR FOR
            SELECT account_id, kind, email, language, count, first_at, latest_at, device_name, ip, due_at
            FROM notices ORDER BY seq
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_notices"))

    // A server from before the column has left it empty. As a notice the mail is delayed, and no other is.
    private static let outbox = MovedTable(
        name: "outbox",
        source: """
            SELECT rowid, id, coalesce(purpose, 'notice') AS purpose, recipient, sealed_message, created_at,
                expires_at, failures, next_attempt_at
            FROM outbox ORDER BY rowid
            """,
        columns: [
            .id, .text, .text, .text, .number, .number, .number, .number,
        ],
        insert: PostgresStatement(
            """
            INSERT INTO outbox (id, purpose, recipient, sealed_message, created_at, expires_at, failures,
                next_attempt_at)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_outbox NO SCROLL CURSOR FOR
            SELECT id, purpose, recipient, sealed_message, created_at, expires_at, failures, next_attempt_at
            FROM outbox ORDER BY seq
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_outbox"))

    // Pages of it end at ids, which stay the same.
    private static let activity = MovedTable(
        name: "activity",
        source: """
            SELECT rowid, id, account_id, at, kind, device_name, ip
            FROM activity ORDER BY id
            """,
        columns: [
            .number, .id, .number, .text, .text, .text,
        ],
        insert: PostgresStatement(
            """
            INSERT INTO activity (id, account_id, at, kind, device_name, ip) OVERRIDING SYSTEM VALUE
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_activity NO SCROLL CURSOR FOR
            SELECT id, account_id, at, kind, device_name, ip
            FROM activity ORDER BY id
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_activity"))

    private static let imports = MovedTable(
        name: "imports",
        source: """
            SELECT rowid, id, started_at, state
            FROM imports ORDER BY rowid
            """,
        columns: [
            .id, .number, .text,
        ],
        insert: PostgresStatement(
            """
            INSERT INTO imports (id, started_at, state)
            SELECT * FROM unnest($1, $2, $3)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_imports NO SCROLL CURSOR FOR
            SELECT id, started_at, state
            FROM imports ORDER BY seq
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_imports"))

    private static let stagedPasscodes = MovedTable(
        name: "staged_passcodes",
        source: """
            SELECT rowid, import_id, email, passcode_hash
            FROM staged_passcodes ORDER BY rowid
            """,
        columns: [
            .id, .text, .text,
        ],
        insert: PostgresStatement(
            """
            INSERT INTO staged_passcodes (import_id, email, passcode_hash)
            SELECT * FROM unnest($1, $2, $3)
            """),
        open: PostgresStatement(
            """
            DECLARE moved_staged_passcodes NO SCROLL CURSOR FOR
            SELECT import_id, email, passcode_hash
            FROM staged_passcodes ORDER BY seq
            """),
        fetch: PostgresStatement("FETCH 1000 FROM moved_staged_passcodes"))
}
