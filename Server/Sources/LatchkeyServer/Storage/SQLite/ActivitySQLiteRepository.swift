import GRDB

struct ActivitySQLiteRepository: ActivityRepository {
    let db: Database

    func find(id: Int64) throws -> ActivityEvent? {
        try ActivityEvent.fetchOne(db, sql: "SELECT * FROM activity WHERE id = ?", arguments: [id])
    }

    func page(accountID: String, before: Int64?, limit: Int) throws -> [StoredRow<ActivityEvent>] {
        try ActivityEvent.fetchRows(
            db,
            sql: """
                SELECT CAST(id AS TEXT) AS row_key, * FROM activity WHERE account_id = ? AND id < ?
                ORDER BY id DESC LIMIT ?
                """,
            arguments: [accountID, before ?? .max, limit])
    }

    func insert(_ event: ActivityEvent) throws {
        try event.insert(db)
    }

    func delete(upTo time: Timestamp) throws {
        try db.execute(sql: "DELETE FROM activity WHERE at <= ?", arguments: [time])
    }
}
