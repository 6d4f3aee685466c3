/// A change of all rows of a table that meet a condition. A damaged row delays no other (V15).
struct BulkUpdate: Sendable {
    let table: String
    /// With all values.
    let statement: Statement
    /// SQLite's query for the `rowid` of each row, and how many of the values, the first ones, it takes.
    let find: (sql: String, count: Int)
    /// SQLite's change of one row, whose `rowid` follows the values.
    let changeOne: String
    /// Whether SQLite deletes a row that cannot be changed, because it must not stay valid as it is.
    let deletesRefused: Bool
    /// Whether PostgreSQL returns the versions that the rows have now.
    let tellsVersions: Bool
    /// Whether PostgreSQL changes a thousand rows at a time, until there are none left.
    let isInBatches: Bool

    /// - Parameters:
    ///   - changes: What follows `SET`. Its values come after those of `condition`, and may be some of them.
    ///   - condition: What follows `WHERE`, with the first values.
    ///   - order: That of PostgreSQL's batches, which have an index by it; nil where one statement changes all.
    init(
        of table: Table, set changes: Statement.Text, where condition: Statement.Text, deletesRefused: Bool = false,
        inBatchesBy order: String? = nil
    ) {
        self.table = table.name
        self.deletesRefused = deletesRefused
        isInBatches = order != nil
        tellsVersions = table.hasVersion
        let key = table.columns[0].name
        let version = table.hasVersion ? ", row_version = row_version + 1" : ""
        let rows = order.map { order in
            """
            \(key) = ANY (ARRAY (SELECT \(key) FROM \(table.name) WHERE \(condition.text(for: .postgres))
                ORDER BY \(order) LIMIT 1000 FOR UPDATE SKIP LOCKED))
            """
        }
        statement = Statement(
            sqlite: """
                UPDATE \(table.name) SET \(changes.text(for: .sqlite)) WHERE \(condition.text(for: .sqlite))
                """,
            postgres: """
                UPDATE \(table.name) SET \(changes.text(for: .postgres))\(version)
                WHERE \(rows ?? condition.text(for: .postgres))\
                \(table.hasVersion ? " RETURNING \(key), row_version" : "")
                """)
        func count(_ text: Statement.Text) -> Int {
            text.text(for: .sqlite).matches(of: /\$([0-9]+)/).compactMap { Int($0.1) }.max() ?? 0
        }
        let known = count(condition)
        find = (
            "SELECT rowid FROM \(table.name) WHERE \(condition.text(for: .sqlite))".replacing("$", with: "?"), known
        )
        changeOne =
            "UPDATE \(table.name) SET \(changes.text(for: .sqlite)) WHERE rowid = $\(max(known, count(changes)) + 1)"
            .replacing("$", with: "?")
    }
}
