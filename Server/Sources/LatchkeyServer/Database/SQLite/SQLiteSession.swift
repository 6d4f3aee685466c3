import Foundation
import GRDB

/// A transaction on SQLite.
final class SQLiteSession: DatabaseSession {
    private let db: Database

    init(_ db: Database) { self.db = db }

    func rows<Value>(
        _ statement: Statement, _ values: [SQLValue], _ read: (any FoundRow) throws -> Value
    ) throws -> [Value] {
        let prepared = try db.cachedStatement(sql: statement.sqlite)
        // Not from copies: in these, text that was cut looks whole.
        let cursor = try Row.fetchCursor(prepared, arguments: Self.arguments(values))
        var found: [Value] = []
        while let row = try cursor.next() { found.append(try read(SQLiteRow(row: row))) }
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
            // Another column may hold what the table does not take.
            throw UnreadableRowError(table: nil, id: nil)
        }
    }

    func insert(into table: Table, by statement: Statement, _ values: [SQLValue]) throws {
        do {
            try send(statement, values)
        } catch is UnreadableRowError {
            throw UnreadableRowError(table: table.name, id: nil)
        }
    }

    func keys(of table: Table, after end: String?, limit: Int) throws -> RowPage<String> {
        try db.page(of: table.name, after: end, limit: limit) { condition, arguments in
            try db.texts("SELECT CAST(id AS TEXT) FROM \(table.name) WHERE \(condition)", arguments)
        }
    }

    private static func arguments(_ values: [SQLValue]) -> StatementArguments {
        StatementArguments(values.map { value -> (any DatabaseValueConvertible)? in
            switch value {
            case .id(let text), .digest(let text), .text(let text): text
            case .data(let bytes): bytes.map { Data($0) }
            case .number(let number): number
            case .flag(let flag): flag ? 1 : 0
            }
        })
    }
}

/// A row that is still its statement's. GRDB's own subscripts trap where a column holds another kind of value, and
/// SQLite itself reads text as the number 0.
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

    func key(_ column: Int) throws -> String { row[column] ?? "" }

    private func storage(_ column: Int) -> DatabaseValue.Storage { (row[column] as DatabaseValue).storage }
}
