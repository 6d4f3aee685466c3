/// A table, described once: the statements of its rows, how they are read and written, and the move to another database
/// come from this.
struct Table: Sendable {
    let name: String
    /// In the order in which a row's values are read and written. The first tells rows apart.
    let columns: [Column]
    /// Stores a row, whose values are in the order of the columns.
    let insert: Statement
    /// Finds a row by its key.
    let find: Statement
    /// PostgreSQL's keys behind one, in their order, up to a limit.
    let keys: Statement

    init(_ name: StaticString, _ columns: [Column]) {
        self.name = "\(name)"
        self.columns = columns
        let key = columns[0].name
        let list = columns.map(\.name).joined(separator: ", ")
        let numbers = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        insert = Statement(composed: "INSERT INTO \(name) (\(list)) VALUES (\(numbers))")
        find = Statement(composed: "SELECT \(list) FROM \(name) WHERE \(key) = $1")
        keys = Statement(composed: "SELECT \(key) FROM \(name) WHERE \(key) > $1 ORDER BY \(key) LIMIT $2")
    }

    /// Deletes up to `$2` rows whose column is at most `$1`, those that come first. Others may do the same at once.
    ///
    /// PostgreSQL collects their keys in an array, which is done once: a join, by a plan that does not know the bound,
    /// reads the whole table.
    func deletion(upTo column: StaticString) -> Statement {
        let key = columns[0].name
        return Statement(
            sqlite: "DELETE FROM \(name) WHERE rowid IN (SELECT rowid FROM \(name) WHERE \(column) <= $1 LIMIT $2)",
            postgres: """
                DELETE FROM \(name) WHERE \(key) = ANY (ARRAY (
                    SELECT \(key) FROM \(name) WHERE \(column) <= $1 ORDER BY \(column) LIMIT $2
                    FOR UPDATE SKIP LOCKED))
                """)
    }

    /// The names of the columns, for `SELECT`.
    var list: String { columns.map(\.name).joined(separator: ", ") }
}

/// A row of a table as a value.
protocol TableRow: Sendable {
    static var table: Table { get }

    /// Reads the columns one after the other, in the table's order.
    ///
    /// - Throws: ``UnreadableRowError`` for a value that no server of this version writes.
    init(_ row: inout RowReader) throws

    /// In the table's order.
    var values: [SQLValue] { get }
}
