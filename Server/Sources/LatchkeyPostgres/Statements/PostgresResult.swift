import CPostgres

/// What the server returned for one statement. It belongs to the thread that it came on, and leaves it as values.
package final class PostgresResult {
    let handle: OpaquePointer
    let types: [PostgresType]

    /// - Parameter handle: A result of libpq's, which is freed with this object.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        types = (0..<PQnfields(handle)).map { PostgresType(oid: PQftype(handle, $0)) }
    }

    deinit { PQclear(handle) }

    /// The number of rows that were read, or that a writing statement returned.
    package var count: Int { Int(PQntuples(handle)) }

    /// The number of rows that were inserted, changed or deleted, or read
    /// (https://www.postgresql.org/docs/15/libpq-exec.html#LIBPQ-PQCMDTUPLES).
    package var affected: Int { PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// What was done, in the server's words: `COMMIT`, `INSERT 0 1`.
    var tag: String { PQcmdStatus(handle).map { String(cString: $0) } ?? "" }

    package var rows: some Sequence<PostgresRow> {
        (0..<count).lazy.map { PostgresRow(result: self, index: Int32($0)) }
    }

    /// The first row; nil when there is none.
    package var first: PostgresRow? { count > 0 ? PostgresRow(result: self, index: 0) : nil }
}
