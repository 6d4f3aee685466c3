import GRDB

struct OutboxSQLiteRepository: OutboxRepository, SQLiteRepository {
    typealias Record = QueuedMail
    let db: Database

    func claimDue(
        at now: Timestamp, until time: Timestamp, isNotice: Bool, except excluded: Set<String>
    ) throws -> StoredRow<QueuedMail>? {
        let row = try nextDue(at: now, isNotice: isNotice, except: excluded)
        if let mail = row?.value { try hold(id: mail.id, until: time) }
        return row
    }

    func nextDue(at now: Timestamp, isNotice: Bool, except excluded: Set<String>) throws -> StoredRow<QueuedMail>? {
        try QueuedMail.fetchRows(
            db,
            sql: """
                SELECT hex(id) AS row_key, * FROM outbox
                WHERE (purpose IS 'notice') = ? AND next_attempt_at <= ? AND expires_at > ?
                    AND hex(id) NOT IN (SELECT value FROM json_each(?))
                ORDER BY next_attempt_at, rowid LIMIT 1
                """,
            arguments: [isNotice, now, now, excluded.jsonArray]
        ).first
    }

    func count() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox") ?? 0
    }

    func ids(after end: String?, limit: Int) throws -> RowPage<String> {
        try db.page(of: "outbox", after: end, limit: limit) { condition, arguments in
            try db.texts("SELECT CAST(id AS TEXT) FROM outbox WHERE \(condition)", arguments)
        }
    }

    func sealedMessage(id: String) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT CAST(sealed_message AS TEXT) FROM outbox WHERE id = ?", arguments: [id])
    }

    func postpone(id: String, until time: Timestamp, failures: Int) throws {
        try db.execute(
            sql: "UPDATE outbox SET failures = ?, next_attempt_at = ? WHERE id = ?", arguments: [failures, time, id])
    }

    func hold(id: String, until time: Timestamp) throws {
        try db.execute(sql: "UPDATE outbox SET next_attempt_at = ? WHERE id = ?", arguments: [time, id])
    }

    /// Takes the future, the limit, and the future once more.
    private static let isTooLate =
        "(purpose IS 'notice') IN (0, 1) AND next_attempt_at > ? AND (next_attempt_at > ? OR created_at > ?)"

    func isAny(laterThan limit: Timestamp, madeAfter future: Timestamp) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM outbox WHERE \(Self.isTooLate))", arguments: [future, limit, future])
            ?? false
    }

    func bringBack(to now: Timestamp, laterThan limit: Timestamp, madeAfter future: Timestamp) throws {
        try db.updateEachRow(
            of: "outbox", set: "next_attempt_at = ?, created_at = min(created_at, ?)", [now, now],
            where: Self.isTooLate, [future, limit, future])
    }

    func reseal(id: String, _ sealedMessage: String) throws {
        // Another column may hold what the table does not take.
        try SQLiteStore.mapErrors {
            try db.execute(sql: "UPDATE outbox SET sealed_message = ? WHERE id = ?", arguments: [sealedMessage, id])
        }
    }

    func deleteAll(recipient: String, purpose: MailPurpose) throws -> Timestamp? {
        let rows = try Row.fetchAll(
            db, sql: "DELETE FROM outbox WHERE recipient = ? AND purpose = ? RETURNING next_attempt_at",
            arguments: [recipient, purpose.rawValue])
        // A damaged time counts for nothing.
        return rows.compactMap { try? StrictRow(row: $0, table: QueuedMail.databaseTableName).time(0) }.min()
    }

    func deleteAll(purpose: MailPurpose) throws {
        try db.execute(sql: "DELETE FROM outbox WHERE purpose = ?", arguments: [purpose.rawValue])
    }
}
