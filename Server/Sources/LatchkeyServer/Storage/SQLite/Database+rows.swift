import GRDB

extension Database {
    /// Returns the texts of one column. SQLite assumes that a primary key is not null, even where it is: such rows are
    /// left out.
    func texts(_ sql: String, _ arguments: StatementArguments = []) throws -> [String] {
        try Optional<String>.fetchAll(self, sql: sql, arguments: arguments).compactMap(\.self)
    }

    /// Returns a page of a table's rows in the order of their `rowid`, which each row has, whatever its columns hold.
    ///
    /// - Parameter read: Returns the rows that meet a condition, with its arguments.
    func page<Row>(
        of table: String, after end: String?, limit: Int, _ read: (String, StatementArguments) throws -> [Row]
    ) throws -> RowPage<Row> {
        let start = end.flatMap(Int64.init) ?? .min
        let last = try Int64.fetchOne(
            self, sql: "SELECT max(rowid) FROM (SELECT rowid FROM \(table) WHERE rowid > ? ORDER BY rowid LIMIT ?)",
            arguments: [start, limit])
        guard let last else { return RowPage(rows: [], next: nil) }
        let rows = try read("rowid > ? AND rowid <= ? ORDER BY rowid", [start, last])
        return RowPage(rows: rows, next: String(last))
    }

    /// Deletes at most `limit` of the rows that meet a condition, and returns how many.
    func delete(
        from table: String, where condition: String, _ bounds: StatementArguments, limit: Int
    ) throws -> Int {
        try execute(
            sql: "DELETE FROM \(table) WHERE rowid IN (SELECT rowid FROM \(table) WHERE \(condition) LIMIT ?)",
            arguments: bounds + [limit])
        return changesCount
    }

    /// Changes all rows that meet a condition; a damaged row delays no other (V15).
    ///
    /// - Parameters:
    ///   - table: Its name.
    ///   - changes: What follows `SET`.
    ///   - values: The arguments of `changes`.
    ///   - condition: What follows `WHERE`.
    ///   - bounds: The arguments of `condition`.
    ///   - deletesRefused: Whether a row that cannot be changed is deleted: it must not stay valid as it is.
    func updateEachRow(
        of table: String, set changes: String, _ values: StatementArguments, where condition: String,
        _ bounds: StatementArguments, deletesRefused: Bool = false
    ) throws {
        let update = "UPDATE \(table) SET \(changes) WHERE "
        do {
            // A statement that fails has changed nothing, and leaves the transaction open.
            try cachedStatement(sql: update + condition).execute(arguments: values + bounds)
        } catch let error as DatabaseError where error.isOfRow {
            let select = "SELECT rowid FROM \(table) WHERE \(condition)"
            for row in try Int64.fetchAll(self, sql: select, arguments: bounds) {
                do {
                    try execute(sql: update + "rowid = ?", arguments: values + [row])
                } catch let error as DatabaseError where error.isOfRow {
                    guard deletesRefused else { continue }
                    try execute(sql: "DELETE FROM \(table) WHERE rowid = ?", arguments: [row])
                }
            }
        }
    }
}
