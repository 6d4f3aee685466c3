/// A row of a table, as far as this server can read it.
///
/// A row without a value is damaged or from a newer server, and is left unchanged.
struct StoredRow<Value: Sendable>: Sendable {
    /// The row's key, which identifies it in its table whatever its columns contain.
    let key: String
    /// The value of the row; nil if it cannot be read.
    let value: Value?
}

extension StoredRow: Equatable where Value: Equatable {}

/// A row with a value that this version cannot read, or that the database rejects: it is damaged, or from a newer
/// server. Only requests that need the row fail (V15).
struct InvalidRowError: Error, Equatable {
    /// The table's name; nil if the database rejected a value without naming the table.
    let table: String?
    /// The row's primary key; nil for session tokens, where it is secret, and if it cannot be read.
    let id: String?
}
