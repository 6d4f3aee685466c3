import Foundation
import LatchkeyPostgres

/// One statement each, which says what the server says of itself as well (``DatabaseMoment``), whoever is found: a
/// statement more is a way to the server and back.
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
            u.row_version, r.id, r.account_id, r.session_id, r.reserved_at, r.passcode_version, r.lock_version,
            (extract(epoch FROM clock_timestamp()) * 1000)::bigint, p.beat, c.is_broken, c.restores,
            t.counts_as_locked, t.kind, t.expires_at
        FROM continuity c LEFT JOIN processes p ON p.id = $2
            LEFT JOIN (session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.account_id)
            ON t.digest = $1
            LEFT JOIN reservations r ON r.account_id = u.id
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
            u.row_version, r.id, r.account_id, r.session_id, r.reserved_at, r.passcode_version, r.lock_version,
            (extract(epoch FROM clock_timestamp()) * 1000)::bigint, p.beat, c.is_broken, c.restores
        FROM continuity c LEFT JOIN processes p ON p.id = $3
            LEFT JOIN (users u LEFT JOIN sessions s ON s.id = $2) ON u.id = $1
            LEFT JOIN reservations r ON r.account_id = u.id
        ORDER BY r.reserved_at, r.id
        """)

    private static let accountColumn = 23
    private static let attemptColumn = 44
    private static let momentColumn = 50
    private static let tokenColumn = 54

    /// Whom a query finds.
    enum Key: Equatable {
        case token(digest: String)
        case ids(account: UUID, session: UUID)

        func query(for process: UUID) -> PostgresQuery {
            switch self {
            case .token(let digest): byCredential(HexText.decode(digest) ?? [], process)
            case .ids(let account, let session): byIDs(account, session, process)
            }
        }
    }

    /// What the server said of itself in the answer to the query for a key.
    static func moment(in found: PostgresResult) throws -> DatabaseMoment {
        guard let row = found.first else { throw PostgresError.unexpectedValue(column: momentColumn, type: "moment") }
        return try DatabaseMoment(row, from: momentColumn)
    }

    func find(tokenDigest: String) throws -> CallerRows? {
        try rows(in: read(.token(digest: tokenDigest)))
    }

    /// - Parameter found: The answer to the query for a token.
    func rows(in found: PostgresResult) throws -> CallerRows? {
        guard let row = found.first, try row.value(0, as: UUID?.self) != nil else { return nil }
        var token = PostgresRowReader(row, of: "session_tokens", from: Self.tokenColumn)
        return CallerRows(
            account: try account(row), session: try SessionPostgresRepository(context: context).read(row),
            tokenCountsAsLocked: try token.value(), tokenKind: try token.word(), tokenExpiresAt: try token.time(),
            attempts: try attempts(found))
    }

    func find(accountID: String, sessionID: String) throws -> (
        account: Account, session: Session?, attempts: [Reservation]
    )? {
        guard let accountID = UUID(rowID: accountID), let sessionID = UUID(rowID: sessionID) else { return nil }
        let found = try read(.ids(account: accountID, session: sessionID))
        guard let row = found.first, try row.value(Self.accountColumn, as: UUID?.self) != nil else { return nil }
        let session =
            try row.value(0, as: UUID?.self) == nil
            ? nil : SessionPostgresRepository(context: context).read(row)
        return (try account(row), session, try attempts(found))
    }

    private func read(_ key: Key) throws -> PostgresResult {
        try context.takeReadWithLock(key) ?? run(key.query(for: context.process))
    }

    private func account(_ row: PostgresRow) throws -> Account {
        try AccountPostgresRepository(context: context).read(row, from: Self.accountColumn)
    }

    private func attempts(_ found: PostgresResult) throws -> [Reservation] {
        guard try found.first?.value(Self.attemptColumn, as: UUID?.self) != nil else { return [] }
        return try found.rows.map { row in
            var reader = RowReader(PostgresFoundRow(row: row), of: Reservation.table, from: Self.attemptColumn)
            return try Reservation(&reader)
        }
    }
}
