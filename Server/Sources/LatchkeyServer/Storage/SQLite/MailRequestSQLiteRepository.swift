import GRDB

struct MailRequestSQLiteRepository: MailRequestRepository {
    let db: Database

    func nextPending() throws -> MailRequest? {
        try MailRequest.fetchOne(db, sql: "SELECT * FROM mail_requests WHERE is_made = 0 ORDER BY rowid LIMIT 1")
    }

    func recent(email: String, purpose: MailPurpose, after time: Timestamp) throws -> [MailRequest] {
        try MailRequest.fetchAll(
            db,
            sql: """
                SELECT * FROM mail_requests WHERE email = ? AND purpose = ? AND requested_at > ? ORDER BY rowid
                """,
            arguments: [email, purpose.rawValue, time])
    }

    func count(ip: String, after time: Timestamp) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM mail_requests WHERE ip = ? AND purpose <> 'notice' AND requested_at > ?",
            arguments: [ip, time]) ?? 0
    }

    func insert(_ request: MailRequest) throws {
        try request.insert(db)
    }

    func markMade(id: String) throws {
        try db.execute(sql: "UPDATE mail_requests SET is_made = 1 WHERE id = ?", arguments: [id])
    }

    func deleteAll(email: String) throws {
        try db.execute(sql: "DELETE FROM mail_requests WHERE email = ?", arguments: [email])
    }

    func deleteMade(upTo time: Timestamp) throws {
        try db.execute(
            sql: "DELETE FROM mail_requests WHERE is_made = 1 AND requested_at <= ?", arguments: [time])
    }
}
