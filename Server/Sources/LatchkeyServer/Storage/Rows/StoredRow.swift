/// A row of a table as this server could read it.
///
/// A row without a value is damaged, or a newer server has written it, and it is left as it is.
struct StoredRow<Value: Sendable>: Sendable {
    /// Names the row within its table, whatever its columns hold.
    let key: String
    /// Nil when the row cannot be read.
    let value: Value?
}

extension StoredRow: Equatable where Value: Equatable {}
