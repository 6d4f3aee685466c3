import CPostgres

/// A row that was read. A column that does not hold what is asked for is an error, not another value: PostgreSQL's
/// types are as strict.
package struct PostgresRow {
    let result: PostgresResult
    let index: Int32

    /// The value of a column, counted from 0.
    ///
    /// - Throws: ``PostgresError/unexpectedValue(column:type:)`` where there is no such column, or its type is another;
    ///   for NULL, unless `Value` is an optional.
    package func value<Value: PostgresValue>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard result.types.indices.contains(column), Value.reads(result.types[column]),
            let value = Value(binary: bytes(Int32(column)), type: result.types[column])
        else { throw .unexpectedValue(column: column, type: "\(Value.self)") }
        return value
    }

    /// What libpq holds of the column, for as long as the result lives; nil for NULL.
    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(result.handle, index, column) == 0 else { return nil }
        let length = Int(PQgetlength(result.handle, index, column))
        return UnsafeRawBufferPointer(start: PQgetvalue(result.handle, index, column), count: length)
    }
}
