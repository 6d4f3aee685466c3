internal import CProcess

/// File systems whose files never reach a disk, but by swapping.
enum MemoryFileSystem {
    /// Where one is on Linux when there is no runtime directory. macOS has none unless somebody mounts one
    /// (mount_tmpfs(8)) and names it in `XDG_RUNTIME_DIR`.
    static let standard = "/dev/shm"

    /// Whether the open file or folder is on one.
    static func holds(_ descriptor: Int32) -> Bool { cprocess_is_in_memory(descriptor) == 1 }
}
