internal import Foundation

/// The reason that a text cannot be edited.
enum EditFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Neither `XDG_RUNTIME_DIR` nor `/dev/shm` is in memory. On a disk, the text would persist.
    case noMemory
    /// The path is not a folder, or other users have access to it.
    case unsafe(String)
    /// The text exceeds ``SafeFolder/maximumLength``.
    case tooLong(String)
    /// A system call failed with this `errno`.
    case systemError(String, Int32)

    var description: String {
        switch self {
        case .noMemory:
            "No folder in memory: set XDG_RUNTIME_DIR, or mount /dev/shm."
        case .unsafe(let path): "\(path) is not a private folder of this user."
        case .tooLong(let path): "\(path) is too long."
        case .systemError(let path, let code): "\(path): \(String(cString: strerror(code)))"
        }
    }
}
