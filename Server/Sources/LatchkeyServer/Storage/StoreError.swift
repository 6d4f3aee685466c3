/// The database refused a request, or did not say what became of it.
enum StoreError: Error, CustomStringConvertible {
    /// Nothing was written. Busy, full, read-only, missing or broken: `code` is the store's own word for it.
    case unavailable(code: String)
    /// All was written, or nothing: the answer to the commit is missing, or does not prove it. It is never tried again.
    case undecided(code: String)

    /// Whether the disk is full or fails. A code of SQLite's begins with its number, whose lowest byte is the kind
    /// (https://www.sqlite.org/rescode.html): 10 is `SQLITE_IOERR`, 13 is `SQLITE_FULL`.
    static func isOfTheDisk(_ code: String) -> Bool {
        [10, 13].contains((Int(code.prefix { $0.isNumber }) ?? 0) & 0xff)
    }

    /// The text for a person who has given a command.
    var description: String {
        switch self {
        case .unavailable(let code): "The database does not do what is asked: \(code)."
        case .undecided(let code): "The database does not say whether it did what is asked: \(code)."
        }
    }
}
