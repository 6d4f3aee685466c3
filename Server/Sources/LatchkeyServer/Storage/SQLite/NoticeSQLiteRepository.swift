import GRDB

struct NoticeSQLiteRepository: NoticeRepository {
    let db: Database

    func find(accountID: String, kind: NoticeKind) throws -> Notice? {
        try Notice.fetchOne(
            db, sql: "SELECT * FROM notices WHERE account_id = ? AND kind = ?", arguments: [accountID, kind.rawValue])
    }

    func due(at now: Timestamp, limit: Int, except excluded: Set<String>) throws -> [StoredRow<Notice>] {
        let excluded = excluded.jsonArray
        // Two searches of the index, since SQLite reads all of it for a condition with OR and an order.
        return try Notice.fetchRows(
            db,
            sql: """
                SELECT hex(account_id) || '.' || hex(kind) AS row_key, * FROM notices WHERE rowid IN (
                    SELECT * FROM (
                        SELECT rowid FROM notices WHERE count > 0 AND due_at <= ?
                            AND hex(account_id) || '.' || hex(kind) NOT IN (SELECT value FROM json_each(?))
                        ORDER BY due_at, rowid LIMIT ?)
                    UNION ALL SELECT * FROM (
                        SELECT rowid FROM notices WHERE count > 0 AND due_at > ?
                            AND hex(account_id) || '.' || hex(kind) NOT IN (SELECT value FROM json_each(?))
                        ORDER BY due_at, rowid LIMIT ?)
                ) ORDER BY due_at, rowid LIMIT ?
                """,
            arguments: [now, excluded, limit, now + Notice.interval, excluded, limit, limit])
    }

    func save(_ notice: Notice) throws {
        try notice.upsert(db)
    }

    func deleteMailed(at now: Timestamp, limit: Int) throws -> Int {
        try db.delete(from: "notices", where: "count = 0 AND due_at <= ?", [now], limit: limit)
    }
}
