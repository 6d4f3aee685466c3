#if canImport(Darwin)
internal import Darwin
internal import Foundation

/// File systems that are in memory only.
enum MemoryFileSystem {
    /// Whether the folder is on one: macOS has `tmpfs` (mount_tmpfs(8)), and mounts none by itself.
    static func holds(_ folder: URL) -> Bool {
        var status = statfs()
        guard statfs(folder.path, &status) == 0 else { return false }
        return withUnsafeBytes(of: status.f_fstypename) { name in name.prefix { $0 != 0 }.elementsEqual("tmpfs".utf8) }
    }
}
#endif
