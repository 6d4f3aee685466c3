import GRDB

struct OutboxSQLiteRepository: OutboxRepository {
    let db: Database

    func nextDue(at now: Timestamp) throws -> QueuedMail? {
        try QueuedMail.fetchOne(
            db,
            sql: """
                SELECT * FROM outbox WHERE sealed_message IS NOT NULL AND next_attempt_at <= ? AND expires_at > ?
                ORDER BY next_attempt_at, rowid LIMIT 1
                """,
            arguments: [now, now])
    }

    func insert(_ mail: QueuedMail) throws {
        try mail.insert(db)
    }

    func update(_ mail: QueuedMail) throws {
        try mail.update(db)
    }

    func deleteFinished(at now: Timestamp) throws {
        try db.execute(
            sql: "DELETE FROM outbox WHERE sealed_message IS NULL OR expires_at <= ?", arguments: [now])
    }
}
