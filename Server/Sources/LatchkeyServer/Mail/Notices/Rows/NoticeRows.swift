/// The notices for the owners of accounts.
struct NoticeRows {
    let session: any DatabaseSession

    private static let key =
        Statement.Text.key(of: "account_id") + " || '.' || "
        + "\(sqlite: "hex(kind)", postgres: "upper(encode(convert_to(kind, 'UTF8'), 'hex'))")"
    private static let byKey = Statement("SELECT \(Notice.table) FROM notices WHERE account_id = $1 AND kind = $2")
    // What is due, and what is due so late that the clock must have gone back since: two searches of the index, since
    // neither database uses it for a condition with OR and an order.
    private static let due = Statement(
        """
        SELECT \(key), \(Notice.table) FROM (
            SELECT * FROM (\(waiting("due_at <= $1"))) AS due
            UNION ALL SELECT * FROM (\(waiting("due_at > $2"))) AS late
        ) AS waiting ORDER BY due_at, age LIMIT $3
        """)
    private static let save = Statement(
        """
        \(name: Notice.table.insertion) ON CONFLICT (account_id, kind) DO UPDATE SET email = $3, language = $4,
            count = $5, first_at = $6, latest_at = $7, device_name = $8, ip = $9, due_at = $10
        """)
    private static let deleteMailed = Notice.table.deletion(upTo: "due_at", where: "count = 0")

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

    /// Returns the notices of which an email is due, the longest due first, without those whose keys are in `excluded`.
    func due(at now: Timestamp, limit: Int, except excluded: Set<String>) throws -> [StoredRow<Notice>] {
        try session.stored(Self.due, .time(now), .time(now + Notice.interval), .count(limit), .keys(excluded))
    }

    /// Stores the notice in the place of the one of its account and kind.
    func save(_ notice: Notice) throws { try session.insert(into: Notice.table, by: Self.save, notice.values) }

    /// Deletes up to `limit` of those that were mailed in full, and that would delay no email. Returns how many.
    func deleteMailed(at now: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteMailed, [.time(now), .count(limit)])
    }
}
