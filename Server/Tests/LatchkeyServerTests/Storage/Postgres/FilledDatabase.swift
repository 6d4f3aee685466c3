import Foundation

@testable import PostgresTestSupport

/// A database with many rows in each growing table, and its statistics.
struct FilledDatabase {
    /// The number of accounts, sessions and tokens; other tables in proportion, except attempts in progress.
    /// `LATCHKEY_TEST_ACCOUNTS` sets it: a million in `make soak`.
    static let accounts = ProcessInfo.processInfo.environment["LATCHKEY_TEST_ACCOUNTS"].flatMap { Int($0) } ?? 20_000
    /// A time at which one row in a hundred has expired.
    static let now = 1_800_000_000_000

    static let shared = Task {
        let database = try await TestPostgres.database()
        try database.query(fill(accounts: accounts, now: now))
        try database.query("VACUUM ANALYZE")
        return database
    }

    private static func fill(accounts: Int, now: Int) -> String {
        // Values derive from a row's number. Times range from 1 % before now to 99 % after it.
        func end(_ count: Int) -> String { "\(now) + (n - \(count / 100)) * 1000" }
        return """
            SET synchronous_commit = off;
            SET session_replication_role = replica;
            INSERT INTO users (id, email, lock_key, language, passcode_hash, passcode_salt, passcode_enabled,
                recovery_key, failures, reset_required, passcode_version, created_at, identity_issuer, identity_subject)
            SELECT md5('u' || n)::uuid, 'n' || n || '@example.org', n, 'en', repeat('h', 180), decode(repeat('ab', 16),
                'hex'), true, repeat('r', 100), 0, false, 0, \(now), 'https://login.example', 'n' || n || '@example.org'
            FROM generate_series(1, \(accounts)) AS n;
            UPDATE users SET suspended_at = created_at WHERE lock_key % 100 = 1;
            UPDATE users SET reset_required = true WHERE lock_key % 100 = 2;
            UPDATE users SET passcode_hash = NULL WHERE lock_key % 10 = 3;
            INSERT INTO passkeys (id, account_id, credential_id, algorithm, public_key, counter, name, transports,
                created_at)
            SELECT md5('p' || n)::uuid, md5('u' || n)::uuid, sha256(('t' || n)::bytea), 'es256', repeat('k', 150), 0,
                'Laptop', '["internal"]', \(now) FROM generate_series(1, \(accounts / 2)) AS n;
            INSERT INTO unlock_keys (id, account_id, session_id, token_digest, tag_digest, public_key, private_key,
                passcode_version, created_at, failures, attempted_at)
            SELECT md5('e' || n)::uuid, md5('u' || n)::uuid, md5('s' || n)::uuid, sha256(('t' || n)::bytea),
                CASE n % 100 WHEN 0 THEN NULL ELSE sha256(('g' || n)::bytea) END, decode(repeat('02', 49), 'hex'),
                repeat('k', 150), 0, \(end(accounts / 2)), CASE n % 100 WHEN 1 THEN 10 ELSE 0 END,
                \(end(accounts / 2)) FROM generate_series(1, \(accounts / 2)) AS n;
            INSERT INTO sessions (id, account_id, transport, created_at, expires_at, last_active_at, lock_version,
                failures, refresh_generation, refresh_family)
            SELECT md5('s' || n)::uuid, md5('u' || n)::uuid, 'bearer', \(now), \(end(accounts)), \(now), 0, 0, 0,
                md5('f' || n) FROM generate_series(1, \(accounts)) AS n;
            INSERT INTO provider_sessions (session_id, issuer, subject, sid_digest)
            SELECT md5('s' || n)::uuid, 'https://login.example', 'n' || n || '@example.org', sha256(('t' || n)::bytea)
            FROM generate_series(1, \(accounts / 2)) AS n;
            INSERT INTO used_tokens (digest, expires_at)
            SELECT sha256(('d' || n)::bytea), \(end(accounts / 2)) FROM generate_series(1, \(accounts / 2)) AS n;
            INSERT INTO session_tokens (digest, session_id, kind, generation, expires_at, counts_as_locked)
            SELECT sha256(('t' || n)::bytea), md5('s' || n)::uuid,
                CASE n % 2 WHEN 0 THEN 'refresh' ELSE 'access' END, 0, \(end(accounts)), false
            FROM generate_series(1, \(accounts)) AS n;
            INSERT INTO reservations (id, account_id, session_id, reserved_at, passcode_version, lock_version)
            SELECT md5('r' || n)::uuid, md5('u' || n)::uuid, md5('s' || n)::uuid,
                \(now) - CASE n % 100 WHEN 0 THEN 20000 ELSE n % 9000 END, 0, 0
            FROM generate_series(1, 1000) AS n;
            INSERT INTO one_time_tokens (id, purpose, email, lock_key, account_id, key_id, link_digest, code_digest,
                code_tries, about_passcode, created_at, expires_at)
            SELECT md5('o' || n)::uuid, (ARRAY['sign_in', 'reset', 'notice'])[1 + n % 3], 'n' || n || '@example.org', n,
                md5('u' || n)::uuid, 'k' || n % 2, sha256(('l' || n)::bytea), sha256(('c' || n)::bytea), 5, false,
                \(now), \(end(accounts / 2)) FROM generate_series(1, \(accounts / 2)) AS n;
            INSERT INTO mail_requests (id, purpose, email, ip, client_network, requested_at, allowance_used_until,
                is_made, language)
            SELECT md5('m' || n)::uuid, (ARRAY['sign_in', 'reset'])[1 + n % 2], 'n' || n || '@example.org', '10.0.0.1',
                '2001:db8:' || n % 5000 || '::', \(now) - n * 100, \(now), n % 100 > 0, 'en'
            FROM generate_series(1, \(accounts / 2)) AS n;
            INSERT INTO notices (account_id, kind, email, language, count, first_at, latest_at, due_at)
            SELECT md5('u' || n)::uuid, 'signed_in', 'n' || n || '@example.org', 'en', n % 10 / 9, \(now), \(now),
                \(end(accounts / 2)) FROM generate_series(1, \(accounts / 2)) AS n;
            INSERT INTO outbox (id, purpose, recipient, sealed_message, created_at, expires_at, failures,
                next_attempt_at)
            SELECT md5('x' || n)::uuid, (ARRAY['sign_in', 'reset', 'notice'])[1 + n % 3], 'n' || n || '@example.org',
                repeat('m', 600), \(now), \(end(accounts / 5)), 0,
                \(now) + CASE n % 100 WHEN 0 THEN n % 3600 * 1000 ELSE -n END
            FROM generate_series(1, \(accounts / 5)) AS n;
            INSERT INTO activity (account_id, at, kind, device_name, ip)
            SELECT md5('u' || 1 + n % \(accounts))::uuid, \(end(2 * accounts)),
                (ARRAY['signed_in', 'passcode_failed'])[1 + n % 2], 'A phone', '10.0.0.1'
            FROM generate_series(1, \(2 * accounts)) AS n;
            INSERT INTO administration (at, act, author, actor_id, actor_email, account_id, account_email, ip)
            SELECT \(end(accounts)), (ARRAY['suspended', 'resumed', 'added', 'removed'])[1 + n % 4], 'administrator',
                md5('u1')::uuid, 'n1@example.org', md5('u' || n)::uuid, 'n' || n || '@example.org', '10.0.0.1'
            FROM generate_series(1, \(accounts)) AS n;
            INSERT INTO imports (id, started_at, state)
            SELECT md5('i' || n)::uuid, \(now), 'decided' FROM generate_series(1, 20) AS n;
            INSERT INTO staged_passcodes (import_id, email, passcode_hash)
            SELECT md5('i' || 1 + n % 20)::uuid, 'n' || n || '@example.org', repeat('h', 180)
            FROM generate_series(1, \(accounts / 5)) AS n;
            INSERT INTO key_check (record) VALUES ('v1');
            """
    }
}
