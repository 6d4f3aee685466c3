import Foundation
import LatchkeyAPI
import LatchkeyPostgres

struct SessionPostgresRepository: SessionRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "sessions"

    private static let byID = PostgresStatement(
        """
        SELECT id, account_id, transport, device_name, created_at, expires_at, last_active_at, lock, lock_version,
            passcode_given_at, failures, wait_until, refresh_generation, previous_refresh_digest, refreshed_at,
            refresh_family, passcode_generation, changes_used_until, passcode_changes_used_until,
            challenge_digest, challenge_expires_at, passkey_given_at, row_version
        FROM sessions WHERE id = $1
        """)
    private static let byFamily = PostgresStatement(
        """
        SELECT id, account_id, transport, device_name, created_at, expires_at, last_active_at, lock, lock_version,
            passcode_given_at, failures, wait_until, refresh_generation, previous_refresh_digest, refreshed_at,
            refresh_family, passcode_generation, changes_used_until, passcode_changes_used_until,
            challenge_digest, challenge_expires_at, passkey_given_at, row_version
        FROM sessions WHERE refresh_family = $1
        """)
    private static let list = PostgresStatement(
        """
        SELECT id, account_id, transport, device_name, created_at, expires_at, last_active_at, lock, lock_version,
            passcode_given_at, failures, wait_until, refresh_generation, previous_refresh_digest, refreshed_at,
            refresh_family, passcode_generation, changes_used_until, passcode_changes_used_until,
            challenge_digest, challenge_expires_at, passkey_given_at, row_version
        FROM sessions WHERE account_id = $1 ORDER BY created_at DESC, id
        """)
    // Counted up to a thousand. An estimate beyond: to count the rows of a large table would read them all.
    private static let count = PostgresStatement(
        """
        SELECT CASE WHEN counted < 1000 THEN counted ELSE greatest(counted, (
            SELECT reltuples::bigint FROM pg_class WHERE oid = 'sessions'::regclass)) END
        FROM (SELECT count(*) AS counted FROM (
            SELECT 1 FROM sessions WHERE expires_at > $1 ORDER BY expires_at LIMIT 1000) AS first) AS counts
        """)
    private static let insert = PostgresStatement(
        """
        INSERT INTO sessions (id, account_id, transport, device_name, created_at, expires_at, last_active_at, lock,
            lock_version, passcode_given_at, failures, wait_until, refresh_generation, previous_refresh_digest,
            refreshed_at, refresh_family, passcode_generation, changes_used_until, passcode_changes_used_until,
            challenge_digest, challenge_expires_at, passkey_given_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
        """)
    private static let update = PostgresStatement(
        """
        UPDATE sessions SET device_name = $3, last_active_at = $4, lock = $5, lock_version = $6,
            passcode_given_at = $7, failures = $8, wait_until = $9, refresh_generation = $10,
            previous_refresh_digest = $11, refreshed_at = $12, refresh_family = $13, passcode_generation = $14,
            changes_used_until = $15, passcode_changes_used_until = $16, challenge_digest = $17,
            challenge_expires_at = $18, passkey_given_at = $19, row_version = row_version + 1
        WHERE id = $1 AND row_version = $2
        """)
    // Without a new version: what a check writes after it is newer.
    private static let touch = PostgresStatement(
        "UPDATE sessions SET last_active_at = $2 WHERE id = $1 AND lock IS NULL")
    private static let delete = PostgresStatement("DELETE FROM sessions WHERE id = $1")
    private static let deleteOfAccount = PostgresStatement(
        "DELETE FROM sessions WHERE account_id = $1 AND id IS DISTINCT FROM $2")
    private static let latchIdle = PostgresStatement(
        """
        UPDATE sessions SET lock = 'idle', lock_version = lock_version + 1, row_version = row_version + 1
        WHERE account_id = $1 AND lock IS NULL AND (last_active_at <= $2 OR last_active_at > $3)
        RETURNING id, row_version
        """)
    private static let latchAll = PostgresStatement(
        """
        UPDATE sessions SET lock = 'passcode_required', lock_version = lock_version + 1, row_version = row_version + 1
        WHERE account_id = $1 AND id <> $2 RETURNING id, row_version
        """)
    private static let deleteEverything = PostgresStatement("DELETE FROM sessions")
    private static let deleteExpired = PostgresStatement(
        """
        DELETE FROM sessions WHERE id = ANY (ARRAY (
            SELECT id FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        """)
    private static let deleteBegun = PostgresStatement(
        """
        DELETE FROM sessions WHERE id = ANY (ARRAY (
            SELECT id FROM sessions WHERE created_at <= $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        """)

    func find(id: String) throws -> Session? {
        guard let id = UUID(rowID: id) else { return nil }
        return try run(Self.byID(id)).first.map { try read($0) }
    }

    func find(refreshFamily: String) throws -> Session? {
        try run(Self.byFamily(refreshFamily)).first.map { try read($0) }
    }

    func list(accountID: String) throws -> [Session] {
        guard let id = UUID(rowID: accountID) else { return [] }
        return try run(Self.list(id)).rows.map { try read($0) }
    }

    func count(at now: Timestamp) throws -> Int {
        try Int(run(Self.count(now.value)).first?.value(0, as: Int64.self) ?? 0)
    }

    func insert(_ session: Session) throws {
        let id = try UUID(storedID: session.id, of: Self.table)
        queue(
            Self.insert(
                id, try UUID(storedID: session.accountID, of: Self.table), session.transport.rawValue,
                session.deviceName, session.createdAt.value, session.expiresAt.value, session.lastActiveAt.value,
                session.lock?.rawValue, Int64(session.lockVersion), session.passcodeGivenAt?.value,
                Int64(session.failures), session.waitUntil?.value, Int64(session.refreshGeneration),
                session.previousRefreshDigest.flatMap(HexText.decode), session.refreshedAt?.value,
                session.refreshFamily, session.passcodeGeneration.map { Int64($0) }, session.changesUsedUntil?.value,
                session.passcodeChangesUsedUntil?.value, session.challenge.map { [UInt8]($0.digest) },
                session.challenge?.expiresAt.value, session.passkeyGivenAt?.value))
        context.noteVersion(0, of: id)
    }

    func update(_ session: Session) throws {
        let id = try UUID(storedID: session.id, of: Self.table)
        try update(id) { version in
            Self.update(
                id, version, session.deviceName, session.lastActiveAt.value, session.lock?.rawValue,
                Int64(session.lockVersion), session.passcodeGivenAt?.value, Int64(session.failures),
                session.waitUntil?.value, Int64(session.refreshGeneration),
                session.previousRefreshDigest.flatMap(HexText.decode), session.refreshedAt?.value,
                session.refreshFamily, session.passcodeGeneration.map { Int64($0) }, session.changesUsedUntil?.value,
                session.passcodeChangesUsedUntil?.value, session.challenge.map { [UInt8]($0.digest) },
                session.challenge?.expiresAt.value, session.passkeyGivenAt?.value)
        }
    }

    func touch(id: String, at now: Timestamp) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.touch(id, now.value))
    }

    func delete(id: String) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.delete(id))
    }

    func deleteAll(accountID: String, except id: String?) throws {
        guard let account = UUID(rowID: accountID) else { return }
        queue(Self.deleteOfAccount(account, id.flatMap { UUID(rowID: $0) }))
    }

    func latchIdle(accountID: String, timeout: Duration, at now: Timestamp) throws {
        guard let account = UUID(rowID: accountID) else { return }
        try noteVersions(
            run(Self.latchIdle(account, (now - timeout).value, (now + Session.clockTolerance).value)))
    }

    func latchAll(accountID: String, except id: String) throws {
        guard let account = UUID(rowID: accountID), let id = UUID(rowID: id) else { return }
        try noteVersions(run(Self.latchAll(account, id)))
    }

    func deleteAll() throws -> Int { try run(Self.deleteEverything()).affected }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try run(Self.deleteExpired(now.value, Int64(limit))).affected
    }

    func deleteBegun(upTo time: Timestamp, limit: Int) throws -> Int {
        try run(Self.deleteBegun(time.value, Int64(limit))).affected
    }

    /// What was latched here may be replaced here.
    private func noteVersions(_ result: PostgresResult) throws {
        for row in result.rows { context.noteVersion(try row.value(1), of: try row.value(0)) }
    }

    /// - Parameter column: Where the columns of the row begin.
    func read(_ row: PostgresRow, from column: Int = 0) throws -> Session {
        var row = PostgresRowReader(row, of: Self.table, from: column)
        let id = try row.key()
        let session = Session(
            id: id, accountID: try row.rowID(), transport: try row.word(), deviceName: try row.value(),
            createdAt: try row.time(), expiresAt: try row.time(), lastActiveAt: try row.time(),
            lock: try row.optionalWord(), lockVersion: try row.number(), passcodeGivenAt: try row.optionalTime(),
            failures: try row.number(), waitUntil: try row.optionalTime(), refreshGeneration: try row.number(),
            previousRefreshDigest: try row.optionalDigest(), refreshedAt: try row.optionalTime(),
            refreshFamily: try row.value(), passcodeGeneration: try row.optionalNumber(),
            changesUsedUntil: try row.optionalTime(), passcodeChangesUsedUntil: try row.optionalTime(),
            challengeDigest: try row.value([UInt8]?.self).map { Data($0) },
            challengeExpiresAt: try row.optionalTime(), passkeyGivenAt: try row.optionalTime())
        context.noteVersion(try row.value(), of: try UUID(storedID: id, of: Self.table))
        return session
    }
}
