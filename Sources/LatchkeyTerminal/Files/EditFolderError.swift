internal import Foundation

/// Why a text is not put where an editor can see it.
enum EditFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No place in memory: neither `XDG_RUNTIME_DIR` nor `/dev/shm` is one. The disk would remember the text.
    case noMemory
    /// The folder is not this user's alone, or is none.
    case unsafe(String)
    /// The text is longer than any that is read.
    case tooLong(String)
    /// The system refused, with this `errno`.
    case systemError(String, Int32)

    var description: String {
        switch self {
        case .noMemory:
            "No place in memory: neither XDG_RUNTIME_DIR nor /dev/shm. An editor would leave the text on the disk."
        case .unsafe(let path): "\(path) is not a folder of this user's alone."
        case .tooLong(let path): "\(path) is too long."
        case .systemError(let path, let code): "\(path): \(String(cString: strerror(code)))"
        }
    }
}
