internal import Foundation

/// Why a folder is not used.
enum DirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The environment names no home.
    case noHome
    /// There is something else of this name.
    case notADirectory(String)
    /// It belongs to somebody else.
    case foreign(String)
    /// Others may enter it.
    case open(String)
    /// The system refused, with this `errno`.
    case systemError(String, Int32)

    var description: String {
        switch self {
        case .noHome: "HOME is not set to an absolute path."
        case .notADirectory(let path): "\(path) is not a folder."
        case .foreign(let path): "\(path) belongs to somebody else."
        case .open(let path): "\(path) is open to others. See what is in it, then: chmod 700 '\(path)'"
        case .systemError(let path, let code): "\(path): \(String(cString: strerror(code)))"
        }
    }
}
