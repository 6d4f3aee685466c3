import CPostgres

/// A row of a result. Reading a column as another type is an error, not a conversion.
package struct PostgresRow {
    let result: PostgresResult
    let index: Int32

    /// Returns the value of a column, counted from 0.
    ///
    /// - Throws: ``PostgresError/unexpectedValue(column:type:)`` for a missing column or another type; for NULL, unless
    ///   `Value` is an optional.
    package func value<Value: PostgresValue>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard result.types.indices.contains(column), Value.reads(result.types[column]),
            let value = Value(binary: bytes(Int32(column)), type: result.types[column])
        else { throw .unexpectedValue(column: column, type: "\(Value.self)") }
        return value
    }

    /// libpq's bytes of a column, valid while the result lives; nil for NULL.
    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(result.handle, index, column) == 0 else { return nil }
        let length = Int(PQgetlength(result.handle, index, column))
        return UnsafeRawBufferPointer(start: PQgetvalue(result.handle, index, column), count: length)
    }
}
