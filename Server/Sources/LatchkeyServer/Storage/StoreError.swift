/// The database refused a request; nothing was written.
enum StoreError: Error, CustomStringConvertible {
    /// Busy, full, read-only, missing or broken: `code` is the store's own word for it.
    case unavailable(code: String)

    /// Whether the disk is full or fails. A code of SQLite's begins with its number, whose lowest byte is the kind
    /// (https://www.sqlite.org/rescode.html): 10 is `SQLITE_IOERR`, 13 is `SQLITE_FULL`.
    static func isOfTheDisk(_ code: String) -> Bool {
        [10, 13].contains((Int(code.prefix { $0.isNumber }) ?? 0) & 0xff)
    }

    /// The text for a person who has given a command.
    var description: String {
        switch self {
        case .unavailable(let code): "The database does not do what is asked: \(code)."
        }
    }
}
