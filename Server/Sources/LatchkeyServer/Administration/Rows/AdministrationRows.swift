/// The rows of the log of administration.
struct AdministrationRows {
    let session: any DatabaseSession

    // The column, and not the result's text of the same name: 10 is newer than 9.
    private static let page = Statement(
        """
        SELECT CAST(\(Statement.Text.age) AS text), \(AdministrationEntry.table) FROM administration
        WHERE \(Statement.Text.age) < $1 ORDER BY administration.\(Statement.Text.age) DESC LIMIT $2
        """)
    private static let pageOfAccount = Statement(
        """
        SELECT CAST(\(Statement.Text.age) AS text), \(AdministrationEntry.table) FROM administration
        WHERE account_id = $3 AND \(Statement.Text.age) < $1 ORDER BY administration.\(Statement.Text.age) DESC LIMIT $2
        """)
    private static let pageOfAct = Statement(
        """
        SELECT CAST(\(Statement.Text.age) AS text), \(AdministrationEntry.table) FROM administration
        WHERE act = $3 AND \(Statement.Text.age) < $1 ORDER BY administration.\(Statement.Text.age) DESC LIMIT $2
        """)
    private static let deleteOld = AdministrationEntry.table.deletion(upTo: "at")

    /// Returns entries older than `before`, newest first. The key of a row is the entry's number.
    func page(before: Int64?, limit: Int) throws -> [StoredRow<AdministrationEntry>] {
        try session.stored(Self.page, .number(before ?? .max), .count(limit))
    }

    /// Returns entries of an account.
    func page(of accountID: String, before: Int64?, limit: Int) throws -> [StoredRow<AdministrationEntry>] {
        try session.stored(Self.pageOfAccount, .number(before ?? .max), .count(limit), .id(accountID))
    }

    /// Returns entries of a kind.
    func page(of act: AdministrationAct, before: Int64?, limit: Int) throws -> [StoredRow<AdministrationEntry>] {
        try session.stored(Self.pageOfAct, .number(before ?? .max), .count(limit), .word(act))
    }

    func insert(_ entry: AdministrationEntry) throws { try session.insert(entry) }

    func delete(upTo time: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteOld, [.time(time), .count(limit)])
    }
}
