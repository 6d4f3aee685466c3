/// What a transaction runs its statements on: one of the two databases.
///
/// It does not leave the thread of its transaction.
protocol DatabaseSession: AnyObject {
    /// Runs a statement for its rows, each of which is read while it is there.
    func rows<Value>(
        _ statement: Statement, _ values: [SQLValue], _ read: (any FoundRow) throws -> Value
    ) throws -> [Value]

    /// Runs a statement for the number of rows that it has changed.
    func count(_ statement: Statement, _ values: [SQLValue]) throws -> Int

    /// Runs a statement whose result is not asked for. PostgreSQL is sent it with the next one that has a result, or
    /// with COMMIT, which fails with it.
    func send(_ statement: Statement, _ values: [SQLValue]) throws

    /// Stores a row of the table with these values.
    ///
    /// - Throws: ``UnreadableRowError`` for a row that the table does not take.
    func insert(into table: Table, by statement: Statement, _ values: [SQLValue]) throws

    /// Returns a page of a table's keys, each of which is text whatever is stored.
    func keys(of table: Table, after end: String?, limit: Int) throws -> RowPage<String>
}

extension DatabaseSession {
    func insert<Row: TableRow>(_ row: Row) throws {
        try insert(into: Row.table, by: Row.table.insert, row.values)
    }

    /// The first row; its columns are those of the table.
    func first<Row: TableRow>(_ statement: Statement, _ values: SQLValue...) throws -> Row? {
        let rows: [Row] = try all(statement, values)
        return rows.first
    }

    func all<Row: TableRow>(_ statement: Statement, _ values: [SQLValue]) throws -> [Row] {
        try rows(statement, values) { found in
            var reader = RowReader(found, of: Row.table)
            return try Row(&reader)
        }
    }

    /// Reads each row by itself, so that one that cannot be read does not hide the others. Behind the table's columns
    /// is the row's key; see ``Statement/Text/key``.
    func stored<Row: TableRow>(_ statement: Statement, _ values: SQLValue...) throws -> [StoredRow<Row>] {
        try rows(statement, values) { found in
            StoredRow(
                key: try found.key(Row.table.columns.count),
                value: try unlessUnreadable {
                    var reader = RowReader(found, of: Row.table)
                    return try Row(&reader)
                })
        }
    }

    /// The number in the first column of the first row.
    func number(_ statement: Statement, _ values: SQLValue...) throws -> Int {
        try rows(statement, values) { try $0.number(0) ?? 0 }.first.map { Int($0) } ?? 0
    }
}
