import Foundation
import LatchkeyPostgres

/// What the gate reads of a session, in one statement for many, and what the server says of itself.
struct GateRow: Sendable {
    let moment: DatabaseMoment
    /// Nil when there is none.
    let found: Found?

    private static let find = PostgresStatement(
        """
        SELECT d.digest, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
            (SELECT beat FROM processes WHERE id = $2), (SELECT is_broken FROM continuity),
            (SELECT restores FROM continuity), u.id, u.email, s.id, t.kind,
            s.created_at, least(t.expires_at, s.expires_at), s.last_active_at,
            s.lock IS NOT NULL OR t.counts_as_locked, u.passcode_hash IS NOT NULL OR u.reset_required,
            u.passcode_enabled, u.passcode_timeout_minutes, s.passcode_given_at, s.passkey_given_at,
            u.identity_issuer, u.identity_subject,
            (SELECT min(r.reserved_at) FROM reservations r WHERE r.account_id = u.id)
        FROM unnest($1) AS d (digest)
            LEFT JOIN (session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.account_id)
            ON t.digest = d.digest
        """)

    static func query(for digests: PostgresByteArrays, process: UUID) -> PostgresQuery { find(digests, process) }

    init(_ row: PostgresRow) throws {
        moment = try DatabaseMoment(row, from: 1)
        found = try row.value(5, as: UUID?.self) == nil ? nil : Found(row)
    }
}

extension GateRow {
    /// A session, as far as the gate needs it.
    struct Found: Sendable {
        private let accountID: String
        private let email: String
        private let sessionID: String
        private let kind: SessionToken.Kind
        private let end: SessionEnd
        private let lastActiveAt: Timestamp
        private let state: SessionState
        private let passcodeGivenAt: Timestamp?
        private let identity: AccountIdentity?
        /// When the oldest attempt under way was reserved.
        private let oldestReservation: Timestamp?

        fileprivate init(_ row: PostgresRow) throws {
            var row = PostgresRowReader(row, of: "sessions", from: 5)
            accountID = try row.rowID()
            email = try row.value()
            guard Account.fitsHeader(email) else { throw row.unreadable }
            sessionID = try row.key()
            kind = try row.word()
            end = SessionEnd(signedInAt: try row.time(), latest: try row.time())
            lastActiveAt = try row.time()
            let isLatched: Bool = try row.value()
            let settings = LockSettings(
                hasPasscode: try row.value(), isEnabled: try row.value(),
                timeoutMinutes: try row.number(in: Account.timeouts))
            passcodeGivenAt = try row.optionalTime()
            state = SessionState(
                settings: settings, lastActiveAt: lastActiveAt, isLatched: isLatched, passcodeGivenAt: passcodeGivenAt,
                passkeyGivenAt: try row.optionalTime())
            identity = try AccountIdentity(issuer: row.value(), subject: row.value())
            oldestReservation = try row.optionalTime()
        }

        func session(settleWithin: Duration, at now: Timestamp) -> GateSession {
            GateSession(
                accountID: accountID, email: email, sessionID: sessionID, kind: kind, lastActiveAt: lastActiveAt,
                state: state, passcodeGivenAt: passcodeGivenAt, end: end, identity: identity,
                hasStaleAttempt: oldestReservation.map { $0 <= now - settleWithin } ?? false)
        }
    }
}
