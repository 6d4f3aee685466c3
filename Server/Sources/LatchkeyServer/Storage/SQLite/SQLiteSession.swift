import Foundation
import GRDB

/// A session of a SQLite transaction.
final class SQLiteSession: DatabaseSession {
    private let db: Database

    init(_ db: Database) { self.db = db }

    func rows<Value>(
        _ statement: Statement, _ values: [SQLValue], _ read: (any FoundRow) throws -> Value
    ) throws -> [Value] {
        let prepared = try db.cachedStatement(sql: statement.sqlite)
        // Not from copies, in which truncated text looks complete.
        let cursor = try Row.fetchCursor(prepared, arguments: Self.arguments(values))
        var found: [Value] = []
        do {
            while let row = try cursor.next() { found.append(try read(SQLiteRow(row: row))) }
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
            try db.cachedStatement(sql: statement.sqlite).execute(arguments: Self.arguments(values))
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
            let bounds = Self.arguments(Array(values.prefix(update.find.count)))
            for row in try Int64.fetchAll(db, sql: update.find.sql, arguments: bounds) {
                do {
                    try db.execute(sql: update.changeOne, arguments: Self.arguments(values + [.number(row)]))
                } catch let error as DatabaseError where error.isOfRow {
                    guard update.deletesRefused else { continue }
                    try db.execute(sql: "DELETE FROM \(update.table) WHERE rowid = ?", arguments: [row])
                }
            }
        }
    }

    /// Each write locks the whole database.
    func lockIfFree(_ key: Int64) throws -> Bool { true }

    private static func arguments(_ values: [SQLValue]) -> StatementArguments {
        StatementArguments(
            values.map { value -> (any DatabaseValueConvertible)? in
                switch value {
                case .id(let text), .digest(let text), .text(let text): text
                case .data(let bytes): bytes.map { Data($0) }
                case .number(let number): number
                case .flag(let flag): flag ? 1 : 0
                case .noToken: Schema.noToken
                case .place(let text): text.flatMap { Int64($0) } ?? .min
                }
            })
    }
}

/// A row of a statement. GRDB's subscripts trap on another kind of value, and SQLite reads text as the number 0.
struct SQLiteRow: FoundRow {
    let row: Row

    func id(_ column: Int) throws -> String? { try text(column) }
    func digest(_ column: Int) throws -> String? { try text(column) }

    func text(_ column: Int) throws -> String? {
        switch storage(column) {
        case .null: return nil
        case .string(let text)
        where text.utf8.count <= StoredValue.maximumLength && row.hasWhole(text, at: column):
            return text
        default: throw WrongKindError()
        }
    }

    func data(_ column: Int) throws -> [UInt8]? {
        switch storage(column) {
        case .null: nil
        case .blob(let data) where data.count <= StoredValue.maximumLength: [UInt8](data)
        default: throw WrongKindError()
        }
    }

    func number(_ column: Int) throws -> Int64? {
        switch storage(column) {
        case .null: nil
        case .int64(let number): number
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

    private func storage(_ column: Int) -> DatabaseValue.Storage { (row[column] as DatabaseValue).storage }
}

extension Row {
    /// Whether the text is complete: GRDB reads up to a NUL, and replaces invalid UTF-8. Truncated text could match
    /// another row.
    func hasWhole(_ text: String, at index: Int) -> Bool {
        (try? withUnsafeData(atIndex: index) { $0?.count ?? 0 }) == text.utf8.count
    }
}
