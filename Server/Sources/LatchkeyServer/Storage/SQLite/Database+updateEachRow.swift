import GRDB

extension Database {
    /// Changes all rows that meet a condition, but for those that the database refuses to change: such a row is damaged,
    /// stays as it is, and holds no other up (V15).
    ///
    /// - Parameters:
    ///   - table: Its name.
    ///   - changes: What follows `SET`.
    ///   - values: The arguments of `changes`.
    ///   - condition: What follows `WHERE`.
    ///   - bounds: The arguments of `condition`.
    func updateEachRow(
        of table: String, set changes: String, _ values: StatementArguments, where condition: String,
        _ bounds: StatementArguments
    ) throws {
        let update = "UPDATE \(table) SET \(changes) WHERE "
        do {
            // A statement that fails has changed nothing, and leaves the transaction open.
            try execute(sql: update + condition, arguments: values + bounds)
        } catch let error as DatabaseError where error.isOfRow {
            let select = "SELECT rowid FROM \(table) WHERE \(condition)"
            for row in try Int64.fetchAll(self, sql: select, arguments: bounds) {
                do {
                    try execute(sql: update + "rowid = ?", arguments: values + [row])
                } catch let error as DatabaseError where error.isOfRow {
                    continue
                }
            }
        }
    }
}
