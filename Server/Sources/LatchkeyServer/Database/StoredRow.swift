/// A row of a table as this server could read it.
///
/// A row without a value is damaged, or was written by a newer server, and is left as it is.
struct StoredRow<Value: Sendable>: Sendable {
    /// Names the row within its table, whatever its columns hold.
    let key: String
    /// Nil when the row cannot be read.
    let value: Value?
}

extension StoredRow: Equatable where Value: Equatable {}

/// A row holds a value that no server of this version writes, or that cannot be written back: it is damaged, or a newer
/// server wrote it. Only requests that need the row are refused (V15).
struct UnreadableRowError: Error, Equatable {
    /// Nil where the database has refused a value, and does not say of which table.
    let table: String?
    /// The row's primary key, which is no secret in any table but that of session tokens; nil there, and where it is
    /// not readable either.
    let id: String?
}
