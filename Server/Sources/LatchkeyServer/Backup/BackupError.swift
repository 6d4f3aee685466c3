/// The reason why a backup or restore failed. Nothing was changed.
public enum BackupError: Error, Equatable, CustomStringConvertible {
    /// There is no database to back up.
    case noDatabase(String)
    /// A file of this name exists; it was not changed.
    case alreadyExists(String)
    /// The file does not exist or is not readable.
    case unreadable(String)
    /// The file is not a database of this server, or is damaged.
    case damaged(String)
    /// The system rejected the write.
    case notWritten(String, reason: String)

    public var description: String {
        switch self {
        case .noDatabase(let path):
            "\(path.debugDescription): no database exists here; check LATCHKEY_DATA_DIR and LATCHKEY_DATABASE_URL"
        case .alreadyExists(let path):
            "\(path.debugDescription) already exists and was not changed; use another path, or move it away"
        case .unreadable(let path): "\(path.debugDescription) cannot be read; check its path and permissions"
        case .damaged(let path):
            "\(path.debugDescription) is not a database of this server, or is damaged; use another backup"
        case .notWritten(let path, let reason):
            "\(path.debugDescription) cannot be written: \(reason); check the disk and permissions"
        }
    }
}
