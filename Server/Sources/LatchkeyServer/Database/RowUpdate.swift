/// An update of some columns of a row by its key.
struct RowUpdate: Sendable {
    /// The indexes of the updated columns.
    let columns: [Int]
    /// Whether the update changes the address of the lock key.
    let changesLockKey: Bool
    /// The values are the key, the columns in order, and in PostgreSQL the lock key and the replaced version.
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
