import GRDB

struct OutboxSQLiteRepository: OutboxRepository {
    let db: Database

    func nextDue(at now: Timestamp) throws -> QueuedMail? {
        try QueuedMail.fetchOne(
            db,
            sql: """
                SELECT * FROM outbox WHERE next_attempt_at <= ? AND expires_at > ?
                ORDER BY next_attempt_at, rowid LIMIT 1
                """,
            arguments: [now, now])
    }

    func insert(_ mail: QueuedMail) throws {
        try mail.insert(db)
    }

    func count() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox") ?? 0
    }

    func page(after id: String, limit: Int) throws -> [QueuedMail] {
        try QueuedMail.fetchAll(
            db, sql: "SELECT * FROM outbox WHERE id > ? ORDER BY id LIMIT ?", arguments: [id, limit])
    }

    func update(_ mail: QueuedMail) throws {
        // Not the message: it may have been sealed anew since the worker took the mail.
        try db.execute(
            sql: "UPDATE outbox SET failures = ?, next_attempt_at = ? WHERE id = ?",
            arguments: [mail.failures, mail.nextAttemptAt, mail.id])
    }

    func reseal(id: String, _ sealedMessage: String) throws {
        try db.execute(sql: "UPDATE outbox SET sealed_message = ? WHERE id = ?", arguments: [sealedMessage, id])
    }

    func delete(id: String) throws {
        try db.execute(sql: "DELETE FROM outbox WHERE id = ?", arguments: [id])
    }

    func deleteAll(recipient: String) throws {
        try db.execute(sql: "DELETE FROM outbox WHERE recipient = ?", arguments: [recipient])
    }

    func deleteAll(purpose: MailPurpose) throws {
        try db.execute(
            sql: "DELETE FROM outbox WHERE id IN (SELECT id FROM one_time_tokens WHERE purpose = ?)",
            arguments: [purpose.rawValue])
    }

    func deleteExpired(at now: Timestamp) throws {
        try db.execute(sql: "DELETE FROM outbox WHERE expires_at <= ?", arguments: [now])
    }
}
