import GRDB

extension Database {
    /// What becomes of a row that the database refuses to change: it is damaged.
    enum RefusedRow {
        case kept
        /// For what must not stay as good as it was.
        case deleted
    }

    /// Changes all rows that meet a condition, of which one that is damaged holds no other up (V15).
    ///
    /// - Parameters:
    ///   - table: Its name.
    ///   - changes: What follows `SET`.
    ///   - values: The arguments of `changes`.
    ///   - condition: What follows `WHERE`.
    ///   - bounds: The arguments of `condition`.
    ///   - refused: What becomes of a row that cannot be changed.
    func updateEachRow(
        of table: String, set changes: String, _ values: StatementArguments, where condition: String,
        _ bounds: StatementArguments, refused: RefusedRow = .kept
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
                    guard refused == .deleted else { continue }
                    try execute(sql: "DELETE FROM \(table) WHERE rowid = ?", arguments: [row])
                }
            }
        }
    }
}
