/// What a transaction runs its statements on: one of the two databases.
///
/// It does not leave the thread of its transaction.
protocol DatabaseSession: AnyObject {
    /// Runs a statement for its rows, each of which is read while it is there.
    ///
    /// - Throws: ``UnreadableRowError`` for a value of another kind that `read` does not pass over.
    func rows<Value>(
        _ statement: Statement, _ values: [SQLValue], _ read: (any FoundRow) throws -> Value
    ) throws -> [Value]

    /// Runs a statement for the number of rows that it has changed.
    func count(_ statement: Statement, _ values: [SQLValue]) throws -> Int

    /// Runs a statement whose result is not asked for. PostgreSQL is sent it with the next one that has a result, or
    /// with COMMIT, which fails with it.
    func send(_ statement: Statement, _ values: [SQLValue]) throws

    /// Stores a row whose values are in the order of the table's columns.
    ///
    /// - Throws: ``UnreadableRowError`` for a row that the table does not take.
    func insert(into table: Table, by statement: Statement, _ values: [SQLValue]) throws

    /// Changes a row that this transaction has read, and that no other has changed since.
    ///
    /// - Parameter values: Those of the whole row.
    /// - Throws: ``UnreadableRowError`` for a row that the table does not take.
    func update(_ table: Table, by update: RowUpdate, _ values: [SQLValue]) throws

    /// Changes all rows that meet the update's condition.
    func updateEach(_ update: BulkUpdate, _ values: [SQLValue]) throws

    /// Returns whether no other write has locked the key. Then none does until this one ends.
    func lockIfFree(_ key: Int64) throws -> Bool
}

extension DatabaseSession {
    /// The first row; its columns are those of the table.
    func first<Row: TableRow>(_ statement: Statement, _ values: SQLValue...) throws -> Row? {
        let rows: [Row] = try all(statement, values)
        return rows.first
    }

    func all<Row: TableRow>(_ statement: Statement, _ values: [SQLValue]) throws -> [Row] {
        try rows(statement, values) { try $0.read() as Row }
    }

    /// Reads each row by itself, so that one that cannot be read does not hide the others. Before the table's columns
    /// is the row's key; see ``Statement/Text/key``.
    func stored<Row: TableRow>(_ statement: Statement, _ values: SQLValue...) throws -> [StoredRow<Row>] {
        try rows(statement, values) { found in
            StoredRow(key: try found.text(0) ?? "", value: try unlessUnreadable { try found.read(from: 1) as Row })
        }
    }

    /// The number in the first column of the first row.
    func number(_ statement: Statement, _ values: SQLValue...) throws -> Int {
        try rows(statement, values) { try $0.number(0) ?? 0 }.first.map { Int($0) } ?? 0
    }

    func insert<Row: TableRow>(_ row: Row) throws {
        try insert(into: Row.table, by: Row.table.insert, row.values)
    }

    /// Stores all columns of a row but those that are fixed.
    func update<Row: TableRow>(_ row: Row) throws { try update(Row.table, by: Row.table.update, row.values) }

    /// Reads a page of a table in an order of the database's own. A row's key is its id.
    func page<Row: TableRow>(after end: String?, limit: Int) throws -> RowPage<StoredRow<Row>> {
        try page(of: Row.table, after: end, limit: limit) { found in
            StoredRow(key: (try? found.id(1)) ?? "", value: try unlessUnreadable { try found.read(from: 2) as Row })
        }
    }

    /// Reads a page of a table's keys, each of which is text whatever is stored. Rows without one are left out.
    func keys(of table: Table, after end: String?, limit: Int) throws -> RowPage<String> {
        let page = try page(of: table, after: end, limit: limit) { try? $0.id(1) }
        return RowPage(rows: page.rows.compactMap(\.self), next: page.next)
    }

    private func page<Value>(
        of table: Table, after end: String?, limit: Int, _ read: (any FoundRow) throws -> Value
    ) throws -> RowPage<Value> {
        let rows = try rows(table.page, [.place(end), .count(limit)]) { (try $0.place(0), try read($0)) }
        return RowPage(rows: rows.map(\.1), next: rows.last?.0)
    }
}

/// Returns nil for a row that this server cannot read.
func unlessUnreadable<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
        return try read()
    } catch is UnreadableRowError {
        return nil
    }
}
