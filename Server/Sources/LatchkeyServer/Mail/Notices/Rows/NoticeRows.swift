/// The rows of notices.
struct NoticeRows {
    let session: any DatabaseSession

    private static let key =
        Statement.Text.key(of: "account_id") + " || '.' || "
        + "\(sqlite: "hex(kind)", postgres: "upper(encode(convert_to(kind, 'UTF8'), 'hex'))")"
    private static let byKey = Statement("SELECT \(Notice.table) FROM notices WHERE account_id = $1 AND kind = $2")
    // Notices that are due, or due so late that the clock was set back. Two index searches, because neither database
    // uses the index for OR with an order.
    private static let due = Statement(
        """
        SELECT \(key), \(Notice.table) FROM (
            SELECT * FROM (\(waiting("due_at <= $1"))) AS due
            UNION ALL SELECT * FROM (\(waiting("due_at > $2"))) AS late
        ) AS waiting ORDER BY due_at, age LIMIT $3
        """)
    private static let save = Notice.table.upsert()
    private static let deleteSent = Notice.table.deletion(upTo: "due_at", where: "count = 0")

    private static func waiting(_ condition: Statement.Text) -> Statement.Text {
        """
        SELECT \(Notice.table), \(Statement.Text.age) AS age FROM notices
        WHERE count > 0 AND \(condition) AND \(Statement.Text.isNot(key, in: "$4"))
        ORDER BY due_at, \(Statement.Text.age) LIMIT $3
        """
    }

    func find(accountID: String, kind: NoticeKind) throws -> Notice? {
        try session.first(Self.byKey, .id(accountID), .word(kind))
    }

    /// Returns due notices, the earliest first, except rows whose keys are in `excluded`.
    func due(at now: Timestamp, limit: Int, except excluded: Set<String>) throws -> [StoredRow<Notice>] {
        try session.stored(Self.due, .time(now), .time(now + Notice.interval), .count(limit), .keys(excluded))
    }

    /// Stores the notice, replacing that of its account and kind.
    func save(_ notice: Notice) throws { try session.insert(into: Notice.table, by: Self.save, notice.values) }

    /// Deletes up to `limit` notices that were sent completely and delay no email. Returns their number.
    func deleteSent(at now: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteSent, [.time(now), .count(limit)])
    }
}
