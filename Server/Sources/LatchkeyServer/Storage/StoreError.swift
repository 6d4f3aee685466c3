/// The database did not do what was asked; nothing was written.
enum StoreError: Error {
    /// Busy, full, read-only, missing or broken: `code` is the store's own word for it.
    case unavailable(code: String)
}
