import GRDB
import GRDBSQLite

/// A session of a SQLite transaction.
final class SQLiteSession: DatabaseSession {
    private let db: Database

    init(_ db: Database) { self.db = db }

    func rows<Value>(
        _ statement: Statement, _ values: [SQLValue], _ read: (any FoundRow) throws -> Value
    ) throws -> [Value] {
        let cursor = SQLiteCursor(_statement: try prepare(statement.sqlite, values))
        var found: [Value] = []
        do {
            while let row = try cursor.next() { found.append(try read(row)) }
        } catch is WrongKindError {
            throw InvalidRowError(table: nil, id: nil)
        }
        return found
    }

    func count(_ statement: Statement, _ values: [SQLValue]) throws -> Int {
        try send(statement, values)
        return db.changesCount
    }

    func send(_ statement: Statement, _ values: [SQLValue]) throws {
        do {
            try prepare(statement.sqlite, values).execute()
        } catch let error as DatabaseError where error.isOfRow {
            // The rejected value may be in another column.
            throw InvalidRowError(table: nil, id: nil)
        }
    }

    func insert(into table: Table, by statement: Statement, _ values: [SQLValue]) throws {
        do {
            try send(statement, values)
        } catch is InvalidRowError {
            throw InvalidRowError(table: table.name, id: nil)
        }
    }

    func update(_ table: Table, by update: RowUpdate, _ values: [SQLValue]) throws {
        do {
            let changed = try count(update.statement, [values[0]] + update.columns.map { values[$0] })
            guard changed == 1 else { throw StoreError.unavailable(code: "conflict") }
        } catch is InvalidRowError {
            throw InvalidRowError(table: table.name, id: nil)
        }
    }

    func updateEach(_ update: BulkUpdate, _ values: [SQLValue]) throws {
        do {
            // A failed statement changes nothing, and leaves the transaction open.
            try send(update.statement, values)
        } catch is InvalidRowError {
            let found = try prepare(update.find.sql, values.prefix(update.find.count))
            for row in try Int64.fetchAll(found) {
                do {
                    try prepare(update.changeOne, values + [.number(row)]).execute()
                } catch let error as DatabaseError where error.isOfRow {
                    guard update.deletesRejected else { continue }
                    try prepare("DELETE FROM \(update.table) WHERE rowid = ?1", [.number(row)]).execute()
                }
            }
        }
    }

    /// Returns true: each write locks the whole database.
    func lockIfFree(_ key: Int64) throws -> Bool { true }

    /// Returns the cached statement with these values, which SQLite copies: GRDB's arguments would box each of them.
    private func prepare(_ sql: String, _ values: some Collection<SQLValue>) throws -> GRDB.Statement {
        let prepared = try db.cachedStatement(sql: sql)
        // Resets it.
        prepared.setUncheckedArguments(StatementArguments())
        let statement = prepared.sqliteStatement
        guard sqlite3_bind_parameter_count(statement) == values.count else {
            throw DatabaseError(resultCode: .SQLITE_RANGE)
        }
        for (index, value) in zip(Int32(1)..., values) {
            let code = ResultCode(rawValue: value.bind(to: statement, at: index))
            guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
        }
        return prepared
    }
}

extension SQLValue {
    /// SQLite copies the value before the call returns (https://www.sqlite.org/c3ref/c_static.html).
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// Returns SQLite's result code.
    func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        switch self {
        // Matches nothing, like text that is not an ID in PostgreSQL.
        case .id(let text?) where text.utf8.contains(0): sqlite3_bind_null(statement, index)
        case .id(let text?), .digest(let text?), .text(let text?): Self.bind(text, to: statement, at: index)
        case .data(let bytes?) where bytes.isEmpty: sqlite3_bind_zeroblob(statement, index, 0)
        case .data(let bytes?): sqlite3_bind_blob(statement, index, bytes, Int32(clamping: bytes.count), Self.copied)
        case .number(let number?): sqlite3_bind_int64(statement, index, number)
        case .flag(let flag): sqlite3_bind_int64(statement, index, flag ? 1 : 0)
        case .noToken: Self.bind(Schema.noToken, to: statement, at: index)
        case .place(let text): sqlite3_bind_int64(statement, index, text.flatMap { Int64($0) } ?? .min)
        case .id(nil), .digest(nil), .text(nil), .data(nil), .number(nil): sqlite3_bind_null(statement, index)
        }
    }

    private static func bind(_ text: String, to statement: SQLiteStatement, at index: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                guard let start = $0.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, copied) }
                // Like PostgreSQL. SQLite's functions and checks read text up to a NUL.
                guard !$0.contains(0) else { return SQLITE_MISMATCH }
                return sqlite3_bind_text(statement, index, start, Int32(clamping: $0.count), copied)
            }
        }
    }
}

/// The rows of a prepared statement. GRDB's cursor for rows looks up the names of their columns.
private final class SQLiteCursor: DatabaseCursor {
    typealias Element = SQLiteRow

    let _statement: GRDB.Statement
    var _isDone = false

    init(_statement: GRDB.Statement) { self._statement = _statement }

    // Ends SQLite's read.
    deinit { sqlite3_reset(_statement.sqliteStatement) }

    func _element(sqliteStatement: SQLiteStatement) -> SQLiteRow { SQLiteRow(statement: sqliteStatement) }
}

/// The current row of a statement, read from SQLite itself: GRDB reads text up to a NUL and replaces invalid UTF-8, and
/// SQLite reads text as the number 0. Valid until the statement's next step.
struct SQLiteRow: FoundRow {
    let statement: SQLiteStatement

    func id(_ column: Int) throws -> String? { try text(column) }
    func digest(_ column: Int) throws -> String? { try text(column) }

    func text(_ column: Int) throws -> String? {
        guard let bytes = try bytes(column, of: SQLITE_TEXT, sqlite3_column_text(statement, Int32(column))) else {
            return nil
        }
        // SQLite's text ends with a NUL. Truncated text could match another row.
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            let text = String(validatingCString: start), text.utf8.count == bytes.count
        else { throw WrongKindError() }
        return text
    }

    func data(_ column: Int) throws -> [UInt8]? {
        try bytes(column, of: SQLITE_BLOB, sqlite3_column_blob(statement, Int32(column))).map { [UInt8]($0) }
    }

    func number(_ column: Int) throws -> Int64? {
        switch sqlite3_column_type(statement, Int32(column)) {
        case SQLITE_NULL: nil
        case SQLITE_INTEGER: sqlite3_column_int64(statement, Int32(column))
        default: throw WrongKindError()
        }
    }

    func flag(_ column: Int) throws -> Bool? {
        switch try number(column) {
        case nil: nil
        case 0: false
        case 1: true
        default: throw WrongKindError()
        }
    }

    func place(_ column: Int) throws -> String { String(try number(column) ?? 0) }

    /// Returns the bytes of a column.
    ///
    /// - Parameter start: Evaluated after the type, and before the length: SQLite converts values when they are read
    ///   (https://www.sqlite.org/c3ref/column_blob.html).
    private func bytes(
        _ column: Int, of type: Int32, _ start: @autoclosure () -> UnsafeRawPointer?
    ) throws -> UnsafeRawBufferPointer? {
        let found = sqlite3_column_type(statement, Int32(column))
        guard found != SQLITE_NULL else { return nil }
        guard found == type else { throw WrongKindError() }
        let bytes = UnsafeRawBufferPointer(start: start(), count: Int(sqlite3_column_bytes(statement, Int32(column))))
        guard bytes.count <= StoredValue.maximumLength else { throw WrongKindError() }
        return bytes
    }
}
