import LatchkeyAPI

/// The rows of events.
struct ActivityRows {
    let session: any DatabaseSession

    private static let page = Statement(
        """
        SELECT CAST(id AS text), \(ActivityEvent.table) FROM activity
        WHERE account_id = $1 AND id < $2 ORDER BY activity.id DESC LIMIT $3
        """)
    // The number exceeds all earlier ones, including deleted ones. With AUTOINCREMENT, one damaged number would leave
    // SQLite without a next one, for all accounts (https://www.sqlite.org/autoinc.html).
    private static let insert = Statement(
        sqlite: """
            INSERT INTO activity (id, account_id, at, kind, device_name, ip)
            VALUES (1 + max(
                coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'activity' AND seq < 253402300799999), 0),
                coalesce((SELECT max(id) FROM activity WHERE id < 253402300799999), 0)), $1, $2, $3, $4, $5)
            """,
        postgres: "INSERT INTO activity (account_id, at, kind, device_name, ip) VALUES ($1, $2, $3, $4, $5)")
    private static let deleteOldest = Statement(
        """
        DELETE FROM activity WHERE account_id = $1 AND kind = $2 AND id <= (
            SELECT id FROM activity WHERE account_id = $1 AND kind = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)
        """)
    private static let deleteOld = ActivityEvent.table.deletion(upTo: "at")

    /// Returns events of an account older than `before`, newest first. The key of a row is the event's number.
    func page(accountID: String, before: Int64?, limit: Int) throws -> [StoredRow<ActivityEvent>] {
        try session.stored(Self.page, .id(accountID), .number(before ?? .max), .count(limit))
    }

    func insert(_ event: ActivityEvent) throws {
        try session.insert(into: ActivityEvent.table, by: Self.insert, Array(event.values.dropFirst()))
    }

    /// Deletes the account's events of a kind except the latest `count`.
    func deleteOldest(accountID: String, kind: ActivityKind, keeping count: Int) throws {
        try session.send(Self.deleteOldest, [.id(accountID), .word(kind), .count(count)])
    }

    func delete(upTo time: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteOld, [.time(time), .count(limit)])
    }
}
