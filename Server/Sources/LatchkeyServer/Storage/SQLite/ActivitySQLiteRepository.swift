import GRDB
import LatchkeyAPI

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

    func deleteOldest(accountID: String, kind: ActivityKind, keeping count: Int) throws {
        try db.execute(
            sql: """
                DELETE FROM activity WHERE account_id = ? AND kind = ? AND id <= (
                    SELECT id FROM activity WHERE account_id = ? AND kind = ? ORDER BY id DESC LIMIT 1 OFFSET ?)
                """,
            arguments: [accountID, kind.rawValue, accountID, kind.rawValue, count])
    }

    func delete(upTo time: Timestamp, limit: Int) throws -> Int {
        try db.execute(
            sql: "DELETE FROM activity WHERE rowid IN (SELECT rowid FROM activity WHERE at <= ? LIMIT ?)",
            arguments: [time, limit])
        return db.changesCount
    }
}
