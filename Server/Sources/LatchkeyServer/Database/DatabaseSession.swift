/// A session of a transaction with one of the two databases. Confined to the transaction's thread.
protocol DatabaseSession: AnyObject {
    /// Runs a statement, and reads each of its rows.
    ///
    /// - Throws: ``InvalidRowError`` for a value of the wrong kind, unless `read` handles it.
    func rows<Value>(
        _ statement: Statement, _ values: [SQLValue], _ read: (any FoundRow) throws -> Value
    ) throws -> [Value]

    /// Runs a statement, and returns the number of changed rows.
    func count(_ statement: Statement, _ values: [SQLValue]) throws -> Int

    /// Queues a statement without a result. PostgreSQL pipelines it with the next query or COMMIT, which reports its
    /// error.
    func send(_ statement: Statement, _ values: [SQLValue]) throws

    /// Inserts a row, with values in the order of the table's columns.
    ///
    /// - Throws: ``InvalidRowError`` for a row that the table rejects.
    func insert(into table: Table, by statement: Statement, _ values: [SQLValue]) throws

    /// Updates a row that this transaction has read and no other has changed since.
    ///
    /// - Parameter values: The values of the whole row.
    /// - Throws: ``InvalidRowError`` for a row that the table rejects.
    func update(_ table: Table, by update: RowUpdate, _ values: [SQLValue]) throws

    /// Updates all rows that meet the condition.
    func updateEach(_ update: BulkUpdate, _ values: [SQLValue]) throws

    /// Locks the key until the end of the write. Returns false if another write has locked it.
    func lockIfFree(_ key: Int64) throws -> Bool
}

extension DatabaseSession {
    /// Returns the first row; its columns are those of the table.
    func first<Row: TableRow>(_ statement: Statement, _ values: SQLValue...) throws -> Row? {
        let rows: [Row] = try all(statement, values)
        return rows.first
    }

    func all<Row: TableRow>(_ statement: Statement, _ values: [SQLValue]) throws -> [Row] {
        try rows(statement, values) { try $0.read() as Row }
    }

    /// Reads each row separately, so that an unreadable one does not hide others. The key precedes the table's columns;
    /// see ``Statement/Text/key``.
    func stored<Row: TableRow>(_ statement: Statement, _ values: SQLValue...) throws -> [StoredRow<Row>] {
        try rows(statement, values) { found in
            StoredRow(key: try found.text(0) ?? "", value: try unlessUnreadable { try found.read(from: 1) as Row })
        }
    }

    /// Returns the number in the first column of the first row.
    func number(_ statement: Statement, _ values: SQLValue...) throws -> Int {
        try rows(statement, values) { try $0.number(0) ?? 0 }.first.map { Int($0) } ?? 0
    }

    func insert<Row: TableRow>(_ row: Row) throws {
        try insert(into: Row.table, by: Row.table.insert, row.values)
    }

    /// Updates all columns of a row that are not fixed.
    func update<Row: TableRow>(_ row: Row) throws { try update(Row.table, by: Row.table.update, row.values) }

    /// Reads a page of a table in the database's order. The key of a row is its ID.
    func page<Row: TableRow>(after end: String?, limit: Int) throws -> RowPage<StoredRow<Row>> {
        try page(of: Row.table, after: end, limit: limit) { found in
            StoredRow(key: (try? found.id(1)) ?? "", value: try unlessUnreadable { try found.read(from: 2) as Row })
        }
    }

    /// Reads a page of a table's keys as text, whatever is stored. Skips rows without a key.
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
    } catch is InvalidRowError {
        return nil
    }
}
