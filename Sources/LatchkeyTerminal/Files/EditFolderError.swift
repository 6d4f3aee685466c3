/// The reason that a text cannot be edited.
enum EditFolderError: Error, Hashable, Sendable {
    /// Neither `XDG_RUNTIME_DIR` nor `/dev/shm` is in memory. On a disk, the text would persist.
    case noMemory
    /// The path is not a folder, or other users have access to it.
    case unsafe(String)
    /// The text exceeds ``SafeFolder/maximumLength``.
    case tooLong(String)
    /// A system call failed with this `errno`.
    case systemError(String, Int32)
}
