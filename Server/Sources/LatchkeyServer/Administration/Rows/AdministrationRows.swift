/// The rows of the log of administration.
struct AdministrationRows {
    let session: any DatabaseSession

    private static let page = newest(where: "")
    private static let pageOfAccount = newest(where: "account_id = $3 AND ")
    private static let pageOfAct = newest(where: "act = $3 AND ")
    private static let deleteOld = AdministrationEntry.table.deletion(upTo: "at")

    private static func newest(where condition: Statement.Text) -> Statement {
        // Ordered by the column, and not by the result's text of the same name: 10 is newer than 9.
        Statement(
            """
            SELECT CAST(\(Statement.Text.age) AS text), \(AdministrationEntry.table) FROM administration
            WHERE \(condition)\(Statement.Text.age) < $1 ORDER BY administration.\(Statement.Text.age) DESC LIMIT $2
            """)
    }

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
