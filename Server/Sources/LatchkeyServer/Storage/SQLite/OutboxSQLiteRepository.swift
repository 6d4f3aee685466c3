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

    func update(_ mail: QueuedMail) throws {
        do {
            try mail.update(db)
        } catch RecordError.recordNotFound {
            // Its account was deleted meanwhile.
        }
    }

    func delete(id: String) throws {
        try db.execute(sql: "DELETE FROM outbox WHERE id = ?", arguments: [id])
    }

    func deleteAll(recipient: String) throws {
        try db.execute(sql: "DELETE FROM outbox WHERE recipient = ?", arguments: [recipient])
    }

    func deleteExpired(at now: Timestamp) throws {
        try db.execute(sql: "DELETE FROM outbox WHERE expires_at <= ?", arguments: [now])
    }
}
