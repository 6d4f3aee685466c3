/// A row holds what no server of this version writes, or what cannot be written back: it is damaged, or a newer server
/// wrote it. Whoever needs the row is refused, and nobody else (V15).
struct UnreadableRowError: Error, Equatable {
    /// Nil where the database has refused a value, and does not say of which table.
    let table: String?
    /// The row's primary key, which is no secret in any table but that of session tokens; nil there, and where it is not
    /// readable either.
    let id: String?
}
