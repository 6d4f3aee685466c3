import CPostgres

/// The result of one statement. Confined to its thread; values leave it as copies.
package final class PostgresResult {
    let handle: OpaquePointer
    let types: [PostgresType]

    /// - Parameter handle: A libpq result, which this object frees.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        types = (0..<PQnfields(handle)).map { PostgresType(oid: PQftype(handle, $0)) }
    }

    deinit { PQclear(handle) }

    /// The number of rows returned.
    package var count: Int { Int(PQntuples(handle)) }

    /// The number of rows inserted, changed, deleted or read
    /// (https://www.postgresql.org/docs/15/libpq-exec.html#LIBPQ-PQCMDTUPLES).
    package var affected: Int { PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The command tag: `COMMIT`, `INSERT 0 1`.
    var tag: String { PQcmdStatus(handle).map { String(cString: $0) } ?? "" }

    package var rows: some Sequence<PostgresRow> {
        (0..<count).lazy.map { PostgresRow(result: self, index: Int32($0)) }
    }

    /// The first row, or nil.
    package var first: PostgresRow? { count > 0 ? PostgresRow(result: self, index: 0) : nil }
}
