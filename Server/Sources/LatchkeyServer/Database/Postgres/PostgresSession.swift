import Foundation
import LatchkeyPostgres

/// A transaction on PostgreSQL.
extension PostgresRepositoryContext: DatabaseSession {
    func rows<Value>(
        _ statement: Statement, _ values: [SQLValue], _ read: (any FoundRow) throws -> Value
    ) throws -> [Value] {
        try run(statement.postgres.with(values.map(\.parameter))).rows.map { try read(PostgresFoundRow(row: $0)) }
    }

    func count(_ statement: Statement, _ values: [SQLValue]) throws -> Int {
        try run(statement.postgres.with(values.map(\.parameter))).affected
    }

    func send(_ statement: Statement, _ values: [SQLValue]) throws {
        queue(statement.postgres.with(values.map(\.parameter)))
    }

    func insert(into table: Table, by statement: Statement, _ values: [SQLValue]) throws {
        // A text that no server makes as an id would be NULL.
        for case .id(let id?) in values where UUID(rowID: id) == nil {
            throw UnreadableRowError(table: table.name, id: nil)
        }
        try send(statement, values)
    }

    func keys(of table: Table, after end: String?, limit: Int) throws -> RowPage<String> {
        let ids = try rows(table.keys, [.id(end ?? String(repeating: "0", count: 32)), .count(limit)]) { row in
            try row.id(0) ?? ""
        }
        return RowPage(rows: ids, next: ids.last)
    }
}

extension SQLValue {
    fileprivate var parameter: any PostgresValue {
        switch self {
        case .id(let text): text.flatMap { UUID(rowID: $0) }
        case .digest(let text): text.flatMap(HexText.decode)
        case .text(let text): text
        case .data(let bytes): bytes
        case .number(let number): number
        case .flag(let flag): flag
        }
    }
}

/// A row as libpq holds it. PostgreSQL's types are as strict: a column of another type is an error of the statement.
struct PostgresFoundRow: FoundRow {
    let row: PostgresRow

    func id(_ column: Int) throws -> String? {
        try row.value(column, as: UUID?.self).map { HexText.encode($0.bytes) }
    }
    func digest(_ column: Int) throws -> String? { try row.value(column, as: [UInt8]?.self).map { HexText.encode($0) } }
    func text(_ column: Int) throws -> String? { try row.value(column) }
    func data(_ column: Int) throws -> [UInt8]? { try row.value(column) }
    func number(_ column: Int) throws -> Int64? { try row.value(column) }
    func flag(_ column: Int) throws -> Bool? { try row.value(column) }
    func key(_ column: Int) throws -> String {
        if let id = try? id(column) { return UnreadableRows.key(ofID: id) }
        return try row.value(column)
    }
}
