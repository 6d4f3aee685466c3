import GRDB

/// Moves the rows of a table into the one that takes its place, for migrations.
///
/// No row is left out: a value of a kind that its column does not take becomes one that no server reads.
enum TableCopy {
    /// Copies the columns that both have, and gives the new table the name of the old one.
    ///
    /// - Parameters:
    ///   - definition: Creates the new table as `new_` and the name of the old one, without indexes.
    ///   - bounds: Where a number beyond them is moved to them, by its column's name.
    ///   - computed: SQL for the values of columns that the old table does not have, or has otherwise.
    static func replace(
        _ table: String, by definition: String, in db: Database, bounds: [String: ClosedRange<Int>] = [:],
        computed: [String: String] = [:]
    ) throws {
        try db.execute(sql: definition)
        let known = Set(try db.columns(in: table).map(\.name)).union(computed.keys)
        let columns = try db.columns(in: "new_\(table)").filter { known.contains($0.name) }
        let names = columns.map(\.name).joined(separator: ", ")
        let values = columns.map { computed[$0.name] ?? value(of: $0, within: bounds[$0.name]) }
        try db.execute(
            sql: """
                INSERT INTO new_\(table) (\(names))
                    SELECT \(values.joined(separator: ", ")) FROM \(table) ORDER BY rowid;
                DROP TABLE \(table);
                ALTER TABLE new_\(table) RENAME TO \(table);
                """)
    }

    private static func value(of column: ColumnInfo, within bounds: ClosedRange<Int>?) -> String {
        let name = column.name
        let absent = column.isNotNull || column.primaryKeyIndex > 0 ? "" : " WHEN 'null' THEN NULL"
        switch column.type {
        case "INTEGER":
            let number = bounds.map { "max(\($0.lowerBound), min(\(name), \($0.upperBound)))" } ?? name
            return "CASE typeof(\(name)) WHEN 'integer' THEN \(number)\(absent) ELSE -1 END"
        case "TEXT":
            // Text with a NUL is read by no server, and the number keeps it apart from other keys.
            return "CASE typeof(\(name)) WHEN 'text' THEN \(name)\(absent) ELSE 'unreadable' || char(0) || rowid END"
        default:
            return "CAST(\(name) AS \(column.type))"
        }
    }
}
