/// A row holds what no server of this version writes: it is damaged, or a newer server wrote it. Whoever needs the row
/// is refused, and nobody else (V15).
struct UnreadableRowError: Error, Equatable {
    let table: String
    /// The row's primary key, which is no secret in any table but that of session tokens; nil there, and where it is not
    /// readable either.
    let id: String?
}
