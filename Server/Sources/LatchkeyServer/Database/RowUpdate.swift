/// An update of some columns of one row of a table, by its key.
struct RowUpdate: Sendable {
    /// The columns that it changes, by their places in the table.
    let columns: [Int]
    /// Whether it changes the address of the table's lock key.
    let changesLockKey: Bool
    /// The key, the columns in their order, and in PostgreSQL the lock key and the version that is replaced.
    let statement: Statement

    init(of table: String, key: String, _ columns: [Int], names: [String], hasVersion: Bool, lockKey: Int?) {
        self.columns = columns
        changesLockKey = lockKey.map(columns.contains) ?? false
        var changes = columns.enumerated().map { "\(names[$0.element]) = $\($0.offset + 2)" }
        var condition = "\(key) = $1"
        let sqlite = "UPDATE \(table) SET \(changes.joined(separator: ", ")) WHERE \(condition)"
        if changesLockKey { changes.append("lock_key = $\(changes.count + 2)") }
        if hasVersion {
            condition += " AND row_version = $\(changes.count + 2)"
            changes.append("row_version = row_version + 1")
        }
        statement = Statement(
            sqlite: sqlite, postgres: "UPDATE \(table) SET \(changes.joined(separator: ", ")) WHERE \(condition)")
    }
}
