#if os(Linux)
internal import Foundation
internal import Glibc

/// File systems that are in memory only.
enum MemoryFileSystem {
    /// `TMPFS_MAGIC` and `RAMFS_MAGIC` of statfs(2).
    private static let types: Set<Int> = [0x0102_1994, 0x8584_58F6]

    /// Whether the folder is on one.
    static func holds(_ folder: URL) -> Bool {
        var status = statfs()
        return statfs(folder.path, &status) == 0 && types.contains(Int(status.f_type))
    }
}
#endif
