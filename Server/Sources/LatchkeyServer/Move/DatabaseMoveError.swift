/// The reason why a database was not moved, or not yet.
public enum DatabaseMoveError: Error, Equatable, CustomStringConvertible {
    /// Another process uses the file.
    case inUse(String)
    /// A newer server has written the file.
    case newer(String)
    /// The file is damaged, with SQLite's messages.
    case damaged([String])
    /// A row that the target rejects.
    case invalidRows(table: String, rows: ClosedRange<Int64>, reason: String)
    /// The target database is not empty.
    case notEmpty(String)
    /// The file was moved, or is being moved, to another target.
    case elsewhere(String)
    /// A table differs in the target.
    case differs(String)
    /// The result is unknown. Neither database is usable until the command is run again.
    case undecided(String)
    /// The copy failed. The file is unchanged.
    case failed(String)
    /// The file cannot be read or written.
    case file(String, code: String)

    public var description: String {
        switch self {
        case .inUse(let path): "\(path.debugDescription) is in use; stop all servers and commands first"
        case .newer(let path): "\(path.debugDescription) was written by a newer version; use that version"
        case .damaged(let lines): "the database is damaged: \(lines.joined(separator: "; ")). Restore a backup"
        case .invalidRows(let table, let rows, let reason):
            "\(table) cannot be moved: \(Self.name(of: rows)): \(reason). Nothing was moved. Fix or delete it"
        case .notEmpty(let target): "\(target) is not empty. Nothing was moved. Use an empty database"
        case .elsewhere(let target): "the database was already moved, or is being moved, to \(target). Use that target"
        case .differs(let table): "\(table) differs in the target database. Nothing was moved. Use a new database"
        case .undecided(let reason):
            "the result is unknown (\(reason)). Servers do not start with the file; run the command again"
        case .failed(let reason): "\(reason). Nothing was moved. Fix the cause, and run the command again"
        case .file(let path, let code):
            "\(path.debugDescription) cannot be read or written: \(code); check the disk and permissions"
        }
    }

    private static func name(of rows: ClosedRange<Int64>) -> String {
        rows.count == 1
            ? "row \(rows.lowerBound) is invalid"
            : "one of the rows \(rows.lowerBound) to \(rows.upperBound) is invalid"
    }
}
