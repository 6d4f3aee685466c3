internal import Foundation

/// The folder in memory that edits are made in.
struct EditBase: Sendable {
    let url: URL

    /// Finds it: in the runtime folder if that is in memory, else in `/dev/shm`; where neither is, there is none.
    init(_ directories: Directories) throws(EditFolder.Failure) {
        let shared = URL(filePath: "/dev/shm/latchkey-\(getuid())", directoryHint: .isDirectory)
        for candidate in [directories.runtime, shared].compactMap({ $0 }) {
            guard MemoryFileSystem.holds(candidate.deletingLastPathComponent()) else { continue }
            do throws(Directories.Failure) { try Directories.make(candidate) } catch { continue }
            url = candidate
            return
        }
        throw .noMemoryFileSystem
    }

    /// What dead processes left behind.
    func leftovers() -> [EditFolder] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { $0.hasPrefix("edit-") }.compactMap { name in
            let folder = url.appending(path: name)
            var status = stat()
            guard lstat(folder.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else {
                return nil
            }
            return EditFolder(leftoverAt: folder)
        }
    }
}
