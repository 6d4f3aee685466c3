import GRDB
import LatchkeyPostgres

/// A table as it is moved.
struct MovedTable: Sendable {
    let name: String
    /// Reads all of SQLite's rows: the rowid, and then what ``columns`` says.
    let source: String
    let columns: [MovedColumn]
    /// Stores the rows of a batch, from an array for each column.
    let insert: PostgresStatement
    /// Opens a cursor on PostgreSQL's rows, in the order and with the columns of ``source``.
    let open: PostgresStatement
    let fetch: PostgresStatement

    /// - Throws: ``DatabaseMoveError/unfit(table:rows:reason:)``.
    func values(of row: Row, rowid: Int64) throws -> [[UInt8]?] {
        do throws(MovedColumn.Misfit) {
            var values: [[UInt8]?] = []
            values.reserveCapacity(columns.count)
            // The first is the rowid.
            for (index, column) in columns.enumerated() { values.append(try column.value(of: row, at: index + 1)) }
            return values
        } catch {
            throw DatabaseMoveError.unfit(table: name, rows: rowid...rowid, reason: error.reason)
        }
    }

    func insertion(of rows: [[[UInt8]?]]) -> PostgresQuery {
        insert.with(columns.indices.map { column in columns[column].parameter(rows.map { $0[column] }) })
    }

    /// Reads back what PostgreSQL has.
    func digest(in transaction: PostgresTransaction) throws -> TableDigest {
        try transaction.run(open())
        var digest = TableDigest()
        while true {
            let result = try transaction.run(fetch())
            guard result.count > 0 else { return digest }
            for row in result.rows {
                digest.add(try columns.enumerated().map { try $1.value(of: row, at: $0) })
            }
        }
    }
}
