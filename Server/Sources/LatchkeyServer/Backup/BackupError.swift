/// Why there is no backup, or why one was not put in place. Nothing was changed.
public enum BackupError: Error, Equatable, CustomStringConvertible {
    /// There is no database to back up.
    case noDatabase(String)
    /// A file stands where one would be made; it is left alone.
    case inTheWay(String)
    /// There is no such file, or it may not be read.
    case unreadable(String)
    /// It is no database of this server, or a damaged one.
    case damaged(String)
    /// The system refused to write.
    case notWritten(String, reason: String)

    public var description: String {
        switch self {
        case .noDatabase(let path): "\(path.debugDescription): there is no database"
        case .inTheWay(let path): "\(path.debugDescription) is there already, and is left alone"
        case .unreadable(let path): "\(path.debugDescription) cannot be read"
        case .damaged(let path): "\(path.debugDescription) is no database of this server, or is damaged"
        case .notWritten(let path, let reason): "\(path.debugDescription) cannot be written: \(reason)"
        }
    }
}
