import Foundation
import LatchkeyPostgres

/// A session's data for the gate, with the server's ``DatabaseMoment``.
struct GateRow: Sendable {
    let moment: DatabaseMoment
    /// The session, or nil.
    private let session: GateSession?
    /// The time when the oldest attempt in progress was reserved.
    private let oldestReservation: Timestamp?

    private static let find = Statement(
        """
        SELECT d.digest, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
            (SELECT beat FROM processes WHERE id = $2), (SELECT is_broken FROM continuity),
            (SELECT restores FROM continuity), \(GateSession.list),
            (SELECT min(r.reserved_at) FROM reservations r WHERE r.account_id = u.id)
        FROM unnest($1) AS d (digest)
            LEFT JOIN (session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.account_id)
            ON t.digest = d.digest
        """)

    static func query(for digests: PostgresByteArrays, process: UUID) -> PostgresQuery {
        find.postgres(digests, process)
    }

    init(_ row: PostgresRow) throws {
        let start = 1 + DatabaseMoment.width
        let found = PostgresFoundRow(row: row)
        moment = try DatabaseMoment(row, from: 1)
        session = try found.id(start) == nil ? nil : GateSession(found, from: start)
        oldestReservation = try found.number(start + GateSession.columns.count)
            .map { Timestamp(milliseconds: $0) }
    }

    func session(settleWithin: Duration, at now: Timestamp) -> GateSession? {
        guard var session else { return nil }
        session.hasStaleAttempt = oldestReservation.map { $0 <= now - settleWithin } ?? false
        return session
    }
}
