import GRDB

/// Moves the rows of a table into the one that takes its place, for migrations.
///
/// No row is left out: a value of a kind that its column does not take becomes one that no server reads.
struct TableCopy {
    let table: String
    let db: Database

    /// - Parameter table: the new one stands as `new_` and this name, empty and without indexes.
    init(of table: String, in db: Database) {
        self.table = table
        self.db = db
    }

    /// Copies the columns that both have, and gives the new table the name of the old one.
    func replaceOriginal() throws {
        let known = Set(try db.columns(in: table).map(\.name))
        let columns = try db.columns(in: "new_\(table)").filter { known.contains($0.name) }
        let names = columns.map(\.name).joined(separator: ", ")
        let values = columns.map(Self.value).joined(separator: ", ")
        try db.execute(
            sql: """
                INSERT INTO new_\(table) (\(names)) SELECT \(values) FROM \(table) ORDER BY rowid;
                DROP TABLE \(table);
                ALTER TABLE new_\(table) RENAME TO \(table);
                """)
    }

    private static func value(of column: ColumnInfo) -> String {
        let name = column.name
        switch (column.type, column.isNotNull || column.primaryKeyIndex > 0) {
        case ("INTEGER", true): return "CASE typeof(\(name)) WHEN 'integer' THEN \(name) ELSE -1 END"
        case ("INTEGER", false):
            return "CASE typeof(\(name)) WHEN 'integer' THEN \(name) WHEN 'null' THEN NULL ELSE -1 END"
        // Unlike those of all other rows: it may be the key.
        case (_, true): return "coalesce(CAST(\(name) AS \(column.type)), 'unreadable ' || rowid)"
        case (_, false): return "CAST(\(name) AS \(column.type))"
        }
    }
}
