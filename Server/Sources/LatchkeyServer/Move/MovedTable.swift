import GRDB
import LatchkeyPostgres

/// A table to move, in insertion order or in key order. Excludes `key_check`; see ``MoveMark``.
struct MovedTable: Sendable {
    static let all = Schema.tables.filter { $0.name != KeyCheckRow.table.name }.map(MovedTable.init)

    let name: String
    private let columns: [Column]
    private let lockKey: Int?
    /// SQLite's query: the rowid, then the columns.
    let source: String
    /// The insert of a batch: an array per column, and the lock keys.
    private let insert: PostgresStatement
    /// The declaration of a cursor in PostgreSQL, in the order and with the columns of ``source``.
    private let open: PostgresStatement
    private let fetch: PostgresStatement

    init(_ table: Table) {
        (name, columns, lockKey) = (table.name, table.columns, table.lockKey)
        let key = table.columns[0].name
        var names = table.columns.map(\.name)
        let list = names.joined(separator: ", ")
        // Without the dummy row for no token.
        source = """
            SELECT rowid, \(list) FROM \(table.name) WHERE \(key) IS NOT '\(Schema.noToken)'
            ORDER BY \(table.hasAge ? "rowid" : key)
            """
        open = PostgresStatement(
            composed: """
                DECLARE moved_\(table.name) NO SCROLL CURSOR FOR
                SELECT \(list) FROM \(table.name) ORDER BY \(table.hasAge ? "seq" : key)
                """)
        fetch = PostgresStatement(composed: "FETCH 1000 FROM moved_\(table.name)")
        if table.lockKey != nil { names.append("lock_key") }
        let values = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        // Pages of activity refer to numbers, which stay the same.
        insert = PostgresStatement(
            composed: """
                INSERT INTO \(table.name) (\(names.joined(separator: ", "))) OVERRIDING SYSTEM VALUE
                SELECT * FROM unnest(\(values))
                """)
    }

    /// Returns the values of a row. Throws ``DatabaseMoveError/invalidRows(table:rows:reason:)``.
    func values(of row: Row, rowid: Int64) throws -> [[UInt8]?] {
        do throws(Column.InvalidValue) {
            var values: [[UInt8]?] = []
            values.reserveCapacity(columns.count)
            // The first is the rowid.
            for (index, column) in columns.enumerated() {
                values.append(try column.movedValue(of: row, at: index + 1))
            }
            return values
        } catch {
            throw DatabaseMoveError.invalidRows(table: name, rows: rowid...rowid, reason: error.reason)
        }
    }

    func insertion(of rows: [[[UInt8]?]]) -> PostgresQuery {
        var parameters = columns.indices.map { column in columns[column].parameter(rows.map { $0[column] }) }
        if let lockKey {
            parameters.append(
                PostgresArray(rows.map { LockKey.ofAddress(String(decoding: $0[lockKey] ?? [], as: UTF8.self)) }))
        }
        return insert.with(parameters)
    }

    /// Returns the digest of PostgreSQL's rows.
    func digest(in transaction: PostgresTransaction) throws -> TableDigest {
        try transaction.run(open())
        var digest = TableDigest()
        while true {
            let result = try transaction.run(fetch())
            guard result.count > 0 else { return digest }
            for row in result.rows {
                digest.add(try columns.enumerated().map { try $1.movedValue(of: row, at: $0) })
            }
        }
    }
}
