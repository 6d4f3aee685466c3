/// A row of a result. Columns are counted from 0. Nil is NULL.
protocol FoundRow {
    /// Returns an ID. Throws ``WrongKindError`` for a value of another kind, like the other functions.
    func id(_ column: Int) throws -> String?
    func digest(_ column: Int) throws -> String?
    func text(_ column: Int) throws -> String?
    func data(_ column: Int) throws -> [UInt8]?
    func number(_ column: Int) throws -> Int64?
    func flag(_ column: Int) throws -> Bool?
    /// The position after which the next page starts if this row is the last of its page.
    func place(_ column: Int) throws -> String
    /// Records that a row of the table was read, whose columns start at `start`.
    func noteRead(of table: Table, from start: Int) throws
}

extension FoundRow {
    func noteRead(of table: Table, from start: Int) throws {}

    /// Reads a row of a table.
    ///
    /// - Parameter start: The index of its first column.
    func read<Row: TableRow>(from start: Int = 0) throws -> Row {
        var reader = RowReader(self, of: Row.table, from: start)
        let row = try Row(&reader)
        try noteRead(of: Row.table, from: start)
        return row
    }
}

/// An error for a column with a value of another kind.
struct WrongKindError: Error {}
