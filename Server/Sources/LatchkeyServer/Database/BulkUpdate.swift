/// An update of all rows that meet a condition. A damaged row does not block others (V15).
struct BulkUpdate: Sendable {
    let table: String
    /// The statement with all values.
    let statement: Statement
    /// SQLite's query for the `rowid` of each row, and the number of leading values that it uses.
    let find: (sql: String, count: Int)
    /// SQLite's update of one row; `rowid` follows the values.
    let changeOne: String
    /// Whether SQLite deletes a row that cannot be updated, because it must not stay valid.
    let deletesRejected: Bool
    /// Whether PostgreSQL returns the new versions of rows.
    let returnsVersions: Bool
    /// Whether PostgreSQL updates batches of a thousand rows.
    let isInBatches: Bool

    /// - Parameters:
    ///   - changes: The text after `SET`. Its values follow those of `condition`, and may repeat them.
    ///   - condition: The text after `WHERE`, with the first values.
    ///   - order: The order of PostgreSQL's batches, which has an index; nil to update all rows in one statement.
    init(
        of table: Table, set changes: Statement.Text, where condition: Statement.Text, deletesRejected: Bool = false,
        inBatchesBy order: String? = nil
    ) {
        self.table = table.name
        self.deletesRejected = deletesRejected
        isInBatches = order != nil
        returnsVersions = table.hasVersion
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
