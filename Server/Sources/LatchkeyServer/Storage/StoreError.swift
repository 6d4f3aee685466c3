/// The database did not do what was asked; nothing was written.
enum StoreError: Error, CustomStringConvertible {
    /// Busy, full, read-only, missing or broken: `code` is the store's own word for it.
    case unavailable(code: String)

    /// For whoever has given a command.
    var description: String {
        switch self {
        case .unavailable(let code): "The database does not do what is asked: \(code)."
        }
    }
}
