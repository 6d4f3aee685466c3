internal import Foundation

/// An open folder whose entries are reached through it, so that nothing put in its place later counts. No link is ever
/// followed.
final class SafeFolder: Sendable {
    /// Deeper ones are nobody's editor's.
    private static let maximumDepth = 8

    let descriptor: Int32
    let path: String

    private init(descriptor: Int32, path: String) { (self.descriptor, self.path) = (descriptor, path) }

    deinit { close(descriptor) }

    /// Opens a folder that belongs to this user and is closed to everybody else; creates it with mode 0700 if asked.
    static func open(_ path: String, creating: Bool) throws(EditFolderError) -> SafeFolder {
        if creating, mkdir(path, 0o700) != 0, errno != EEXIST { throw .systemError(path, errno) }
        return try checked(Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW), path)
    }

    /// The same, for a folder in this one.
    func folder(_ name: String, creating: Bool) throws(EditFolderError) -> SafeFolder {
        let path = "\(path)/\(name)"
        if creating, mkdirat(descriptor, name, 0o700) != 0 { throw .systemError(path, errno) }
        return try Self.checked(openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW), path)
    }

    private static func checked(_ descriptor: Int32, _ path: String) throws(EditFolderError) -> SafeFolder {
        if descriptor < 0 {
            throw [ELOOP, ENOTDIR].contains(errno) ? .unsafe(path) : .systemError(path, errno)
        }
        let folder = SafeFolder(descriptor: descriptor, path: path)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .systemError(path, errno) }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .unsafe(path) }
        return folder
    }

    /// Locks it against other processes, without waiting for one that has it; returns whether it did, and otherwise
    /// `errno` says why. The lock ends when the last process that has it open lets go of it.
    func lock() -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    func unlock() { _ = flock(descriptor, LOCK_UN) }

    /// The names in it.
    func names() throws(EditFolderError) -> [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw .systemError(path, errno) }
        guard let stream = fdopendir(copy) else {
            close(copy)
            throw .systemError(path, errno)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes a folder in this one with everything in it. A link goes, what it names stays.
    func removeFolder(_ name: String, depth: Int = 0) throws(EditFolderError) {
        let folder = try folder(name, creating: false)
        for entry in try folder.names() where unlinkat(folder.descriptor, entry, 0) != 0 && errno != ENOENT {
            guard depth < Self.maximumDepth else { throw .systemError(folder.path, errno) }
            try folder.removeFolder(entry, depth: depth + 1)
        }
        guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
            throw .systemError(folder.path, errno)
        }
    }
}
