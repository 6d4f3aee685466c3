#if PostgreSQL
import Foundation
import LatchkeyPostgres

/// One statement each: a statement more is a way to the server and back.
struct CallerPostgresRepository: CallerRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    // The columns of a session, its account and an attempt, in the order in which their repositories read them; a row
    // for each attempt, and one where there is none.
    private static let byCredential = PostgresStatement(
        """
        SELECT s.id, s.account_id, s.transport, s.device_name, s.created_at, s.expires_at, s.last_active_at,
            s.lock, s.lock_version, s.passcode_given_at, s.failures, s.wait_until, s.refresh_generation,
            s.previous_refresh_digest, s.refreshed_at, s.refresh_family, s.passcode_generation,
            s.changes_used_until, s.passcode_changes_used_until, s.challenge_digest, s.challenge_expires_at,
            s.passkey_given_at, s.row_version, u.id, u.email, u.language, u.passcode_hash, u.passcode_salt,
            u.passcode_enabled, u.passcode_timeout_minutes, u.recovery_key,
            u.failures, u.reset_required, u.passcode_version, u.created_at, u.mail_trouble, u.mail_trouble_since,
            u.suspended_at, u.identity_issuer, u.identity_subject, u.passkey_count, u.passkeys_version, u.lock_key,
            u.row_version, r.id, r.account_id, r.session_id, r.reserved_at, r.passcode_version, r.lock_version, t.kind,
            t.counts_as_locked
        FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.account_id
            LEFT JOIN reservations r ON r.account_id = u.id
        WHERE t.digest = $1 AND t.expires_at > $2 AND s.expires_at > $2
        ORDER BY r.reserved_at, r.id
        """)
    private static let byIDs = PostgresStatement(
        """
        SELECT s.id, s.account_id, s.transport, s.device_name, s.created_at, s.expires_at, s.last_active_at,
            s.lock, s.lock_version, s.passcode_given_at, s.failures, s.wait_until, s.refresh_generation,
            s.previous_refresh_digest, s.refreshed_at, s.refresh_family, s.passcode_generation,
            s.changes_used_until, s.passcode_changes_used_until, s.challenge_digest, s.challenge_expires_at,
            s.passkey_given_at, s.row_version, u.id, u.email, u.language, u.passcode_hash, u.passcode_salt,
            u.passcode_enabled, u.passcode_timeout_minutes, u.recovery_key,
            u.failures, u.reset_required, u.passcode_version, u.created_at, u.mail_trouble, u.mail_trouble_since,
            u.suspended_at, u.identity_issuer, u.identity_subject, u.passkey_count, u.passkeys_version, u.lock_key,
            u.row_version, r.id, r.account_id, r.session_id, r.reserved_at, r.passcode_version, r.lock_version
        FROM users u LEFT JOIN sessions s ON s.id = $2 LEFT JOIN reservations r ON r.account_id = u.id
        WHERE u.id = $1
        ORDER BY r.reserved_at, r.id
        """)

    private static let accountColumn = 23
    private static let attemptColumn = 44
    private static let tokenColumn = 50

    func find(tokenDigest: String, kind: SessionToken.Kind, at now: Timestamp) throws -> CallerRows? {
        guard let digest = HexText.decode(tokenDigest) else { return nil }
        let found = try run(Self.byCredential(digest, now.value))
        guard let row = found.first else { return nil }
        var token = PostgresRowReader(row, of: "session_tokens", from: Self.tokenColumn)
        guard try token.word(SessionToken.Kind.self) == kind else { return nil }
        return CallerRows(
            account: try account(row), session: try SessionPostgresRepository(context: context).read(row),
            tokenCountsAsLocked: try token.value(), attempts: try attempts(found))
    }

    func find(accountID: String, sessionID: String) throws -> (
        account: Account, session: Session?, attempts: [Reservation]
    )? {
        guard let accountID = UUID(rowID: accountID), let sessionID = UUID(rowID: sessionID) else { return nil }
        let found = try run(Self.byIDs(accountID, sessionID))
        guard let row = found.first else { return nil }
        let session =
            try row.value(0, as: UUID?.self) == nil
            ? nil : SessionPostgresRepository(context: context).read(row)
        return (try account(row), session, try attempts(found))
    }

    private func account(_ row: PostgresRow) throws -> Account {
        try AccountPostgresRepository(context: context).read(row, from: Self.accountColumn)
    }

    private func attempts(_ found: PostgresResult) throws -> [Reservation] {
        guard try found.first?.value(Self.attemptColumn, as: UUID?.self) != nil else { return [] }
        return try found.rows.map {
            try ReservationPostgresRepository(context: context).read($0, from: Self.attemptColumn)
        }
    }
}
#endif
