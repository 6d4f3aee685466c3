import GRDB

struct MailRequestSQLiteRepository: MailRequestRepository, SQLiteRepository {
    typealias Record = MailRequest
    let db: Database

    func pending(limit: Int, except excluded: Set<String>) throws -> [StoredRow<MailRequest>] {
        try MailRequest.fetchRows(
            db,
            sql: """
                SELECT hex(id) AS row_key, * FROM mail_requests
                WHERE is_made = 0 AND hex(id) NOT IN (SELECT value FROM json_each(?)) ORDER BY rowid LIMIT ?
                """,
            arguments: [excluded.jsonArray, limit])
    }

    func waitingCount(upTo limit: Int) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM (
                    SELECT 1 FROM mail_requests WHERE is_made = 0 AND purpose IN ('sign_in', 'reset') LIMIT ?)
                """,
            arguments: [limit]) ?? 0
    }

    func recent(email: String, purpose: MailPurpose, after time: Timestamp) throws -> [MailRequest] {
        try MailRequest.fetchAll(
            db,
            sql: """
                SELECT * FROM mail_requests WHERE email = ? AND purpose = ? AND requested_at > ? ORDER BY rowid
                """,
            arguments: [email, purpose.rawValue, time])
    }

    func count(network: String, after time: Timestamp) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM mail_requests WHERE client_network = ? AND requested_at > ?",
            arguments: [network, time]) ?? 0
    }

    func count(site: ClosedRange<String>, after time: Timestamp, upTo limit: Int) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM (
                    SELECT 1 FROM mail_requests WHERE client_network BETWEEN ? AND ? AND requested_at > ? LIMIT ?)
                """,
            arguments: [site.lowerBound, site.upperBound, time, limit]) ?? 0
    }

    func bringBack(to now: Timestamp) throws {
        try db.updateEachRow(
            of: "mail_requests",
            set: "requested_at = ?, allowance_used_until = ? + max(allowance_used_until - requested_at, 0)",
            [now, now], where: "requested_at > ?", [now])
    }

    func markMade(id: String) throws -> Bool {
        try db.execute(sql: "UPDATE mail_requests SET is_made = 1 WHERE id = ? AND is_made = 0", arguments: [id])
        return db.changesCount > 0
    }

    func markAllMade(email: String) throws {
        try db.execute(sql: "UPDATE mail_requests SET is_made = 1 WHERE email = ?", arguments: [email])
    }

    func deleteOutdated(upTo time: Timestamp, limit: Int) throws -> Int {
        try db.delete(
            from: "mail_requests",
            where: "requested_at <= ? AND (is_made = 1 OR purpose IN ('sign_in', 'reset'))", [time], limit: limit)
    }
}
