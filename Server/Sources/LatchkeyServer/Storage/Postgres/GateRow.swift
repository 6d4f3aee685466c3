#if PostgreSQL
import Foundation
import LatchkeyPostgres

/// What the gate reads of a session, in one statement for many.
struct GateRow: Sendable {
    private let now: Timestamp
    private let accountID: String
    private let email: String
    private let sessionID: String
    private let kind: SessionToken.Kind
    private let endsAt: Timestamp
    private let lastActiveAt: Timestamp
    private let isLatched: Bool
    private let passcodeEnabled: Bool
    private let timeout: Duration
    private let passcodeGivenAt: Timestamp?
    /// When the oldest attempt under way was reserved.
    private let oldestReservation: Timestamp?

    private static let find = PostgresStatement(
        """
        SELECT t.digest, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, u.id, u.email, s.id, t.kind,
            least(t.expires_at, s.expires_at), s.last_active_at, s.lock IS NOT NULL OR t.counts_as_locked,
            u.passcode_enabled, u.passcode_timeout_minutes, s.passcode_given_at,
            (SELECT min(r.reserved_at) FROM reservations r WHERE r.account_id = u.id)
        FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.account_id
        WHERE t.digest = ANY ($1)
        """)

    static func query(for digests: PostgresByteArrays) -> PostgresQuery { find(digests) }

    init(_ row: PostgresRow) throws {
        var row = PostgresRowReader(row, of: "sessions")
        _ = try row.digest()
        now = try row.time()
        accountID = try row.rowID()
        email = try row.value()
        sessionID = try row.key()
        kind = try row.word()
        endsAt = try row.time()
        lastActiveAt = try row.time()
        isLatched = try row.value()
        passcodeEnabled = try row.value()
        timeout = .minutes(try row.number())
        passcodeGivenAt = try row.optionalTime()
        oldestReservation = try row.optionalTime()
    }

    /// - Parameter time: A test's time; nil for that of the database.
    func session(settleWithin: Duration, at time: Timestamp?) -> (session: GateSession, now: Timestamp) {
        let now = time ?? now
        let session = GateSession(
            accountID: accountID, email: email, sessionID: sessionID, kind: kind, endsAt: endsAt,
            lastActiveAt: lastActiveAt, isLatched: isLatched, passcodeEnabled: passcodeEnabled, timeout: timeout,
            passcodeGivenAt: passcodeGivenAt,
            hasStaleAttempt: oldestReservation.map { $0 <= now - settleWithin } ?? false)
        return (session, now)
    }
}
#endif
