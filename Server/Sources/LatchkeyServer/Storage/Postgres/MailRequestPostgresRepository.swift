import Foundation
import LatchkeyPostgres

struct MailRequestPostgresRepository: MailRequestRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "mail_requests"

    private static let pending = PostgresStatement(
        """
        SELECT id, purpose, email, ip, client_network, requested_at, allowance_used_until, is_made, language
        FROM mail_requests WHERE NOT is_made ORDER BY seq LIMIT $1
        """)
    private static let waitingCount = PostgresStatement(
        """
        SELECT count(*) FROM (
            SELECT 1 FROM mail_requests WHERE NOT is_made AND purpose IN ('sign_in', 'reset') LIMIT $1) AS waiting
        """)
    private static let recent = PostgresStatement(
        """
        SELECT id, purpose, email, ip, client_network, requested_at, allowance_used_until, is_made, language
        FROM mail_requests WHERE email = $1 AND purpose = $2 AND requested_at > $3 ORDER BY seq
        """)
    private static let countOfNetwork = PostgresStatement(
        "SELECT count(*) FROM mail_requests WHERE client_network = $1 AND requested_at > $2")
    private static let countOfSite = PostgresStatement(
        """
        SELECT count(*) FROM (
            SELECT 1 FROM mail_requests WHERE client_network BETWEEN $1 AND $2 AND requested_at > $3 LIMIT $4) AS site
        """)
    private static let insert = PostgresStatement(
        """
        INSERT INTO mail_requests
            (id, purpose, email, ip, client_network, requested_at, allowance_used_until, is_made, language)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """)
    private static let bringBack = PostgresStatement(
        """
        UPDATE mail_requests SET requested_at = $1,
            allowance_used_until = $1 + greatest(allowance_used_until - requested_at, 0)
        WHERE id = ANY (ARRAY (
            SELECT id FROM mail_requests WHERE requested_at > $1
            ORDER BY requested_at DESC LIMIT 1000 FOR UPDATE SKIP LOCKED))
        """)
    private static let markMade = PostgresStatement(
        "UPDATE mail_requests SET is_made = true WHERE id = $1 AND NOT is_made")
    private static let markAllMade = PostgresStatement("UPDATE mail_requests SET is_made = true WHERE email = $1")
    private static let deleteOutdated = PostgresStatement(
        """
        DELETE FROM mail_requests WHERE id = ANY (ARRAY (
            SELECT id FROM mail_requests WHERE requested_at <= $1 AND (is_made OR purpose IN ('sign_in', 'reset'))
            ORDER BY requested_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        """)

    func pending(limit: Int, except excluded: Set<String>) throws -> [StoredRow<MailRequest>] {
        // Few are set aside, if any.
        let rows = try run(Self.pending(Int64(limit + excluded.count))).rows.map { row in
            try StoredRow(rowOf: row) { try read($0) }
        }
        return Array(rows.filter { !excluded.contains($0.key) }.prefix(limit))
    }

    func waitingCount(upTo limit: Int) throws -> Int { try count(Self.waitingCount(Int64(limit))) }

    func recent(email: String, purpose: MailPurpose, after time: Timestamp) throws -> [MailRequest] {
        try run(Self.recent(email, purpose.rawValue, time.value)).rows.map(read)
    }

    func count(network: String, after time: Timestamp) throws -> Int {
        try count(Self.countOfNetwork(network, time.value))
    }

    func count(site: ClosedRange<String>, after time: Timestamp, upTo limit: Int) throws -> Int {
        try count(Self.countOfSite(site.lowerBound, site.upperBound, time.value, Int64(limit)))
    }

    func insert(_ request: MailRequest) throws {
        queue(
            Self.insert(
                try UUID(storedID: request.id, of: Self.table), request.purpose.rawValue, request.email, request.ip,
                request.clientNetwork, request.requestedAt.value, request.allowanceUsedUntil.value, request.isMade,
                request.language))
    }

    func bringBack(to now: Timestamp) throws {
        while try run(Self.bringBack(now.value)).affected == 1000 {}
    }

    func markMade(id: String) throws -> Bool {
        guard let id = UUID(rowID: id) else { return false }
        return try run(Self.markMade(id)).affected == 1
    }

    func markAllMade(email: String) throws { queue(Self.markAllMade(email)) }

    func deleteOutdated(upTo time: Timestamp, limit: Int) throws -> Int {
        try run(Self.deleteOutdated(time.value, Int64(limit))).affected
    }

    private func count(_ query: PostgresQuery) throws -> Int {
        try run(query).first.map { Int(try $0.value(0, as: Int64.self)) } ?? 0
    }

    private func read(_ row: PostgresRow) throws -> MailRequest {
        var row = PostgresRowReader(row, of: Self.table)
        return MailRequest(
            id: try row.key(), purpose: try row.word(), email: try row.value(), ip: try row.value(),
            clientNetwork: try row.value(), requestedAt: try row.time(),
            allowanceUsedUntil: try row.time(), isMade: try row.value(), language: try row.value())
    }
}
