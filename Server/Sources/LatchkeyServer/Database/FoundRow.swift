/// A row that the database has found. Columns are counted from 0. Nil is NULL.
protocol FoundRow {
    /// - Throws: ``WrongKindError`` for a value of another kind, as in each of these.
    func id(_ column: Int) throws -> String?
    func digest(_ column: Int) throws -> String?
    func text(_ column: Int) throws -> String?
    func data(_ column: Int) throws -> [UInt8]?
    func number(_ column: Int) throws -> Int64?
    func flag(_ column: Int) throws -> Bool?
    /// The place after which the next page begins if this row is the last of its page.
    func place(_ column: Int) throws -> String
    /// Notes that a row of the table was read, whose columns begin at `start`.
    func noteRead(of table: Table, from start: Int) throws
}

extension FoundRow {
    func noteRead(of table: Table, from start: Int) throws {}

    /// Reads the row of a table.
    ///
    /// - Parameter start: Where its columns begin.
    func read<Row: TableRow>(from start: Int = 0) throws -> Row {
        var reader = RowReader(self, of: Row.table, from: start)
        let row = try Row(&reader)
        try noteRead(of: Row.table, from: start)
        return row
    }
}

/// A column holds a value of another kind than it is read as.
struct WrongKindError: Error {}
