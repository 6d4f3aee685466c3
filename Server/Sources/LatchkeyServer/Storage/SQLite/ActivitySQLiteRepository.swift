import GRDB
import LatchkeyAPI

struct ActivitySQLiteRepository: ActivityRepository {
    let db: Database

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
        var event = event
        event.id = try nextID()
        try event.insert(db)
    }

    /// Greater than all before it, those that were deleted too. SQLite's own next number would be none, for all
    /// accounts, behind one number that is damaged (https://www.sqlite.org/autoinc.html).
    private func nextID() throws -> Int64 {
        let end = StoredValue.numbers.upperBound
        let statement = try db.cachedStatement(
            sql: """
                SELECT max(
                    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'activity' AND seq < ?), 0),
                    coalesce((SELECT max(id) FROM activity WHERE id < ?), 0)) + 1
                """)
        return try Int64.fetchOne(statement, arguments: [end, end]) ?? 1
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
        try db.delete(from: "activity", where: "at <= ?", [time], limit: limit)
    }
}
