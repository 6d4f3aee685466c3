internal import Foundation
internal import LatchkeyCore

/// An open folder, whose entries are accessed relative to its descriptor: replacing its path has no effect. Links are
/// never followed.
final class SafeFolder: Sendable {
    /// The maximum depth of folders to delete: editors create no deeper ones.
    private static let maximumDepth = 8

    let descriptor: Int32
    let path: String

    private init(descriptor: Int32, path: String) { (self.descriptor, self.path) = (descriptor, path) }

    deinit { close(descriptor) }

    /// Opens a folder that must belong to this user and be closed to all others.
    ///
    /// - Parameter creating: Whether to create it with mode 0700 if it is missing.
    static func open(_ path: String, creating: Bool) throws(EditFolderError) -> SafeFolder {
        if creating, mkdir(path, 0o700) != 0, errno != EEXIST { throw .systemError(path, errno) }
        return try checked(Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW), path)
    }

    /// Opens a folder in this one, under the same conditions.
    ///
    /// - Parameter creating: Whether to create it; it must not exist.
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

    /// Locks the folder against other processes, without waiting. Returns whether that succeeded; if not, `errno` has
    /// the reason. The lock ends when the last process with the descriptor closes it.
    func lock() -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    func unlock() { _ = flock(descriptor, LOCK_UN) }

    /// Returns the names of the entries.
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

    /// Deletes a folder in this one with its contents. Deletes links, not their targets.
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

extension SafeFolder {
    /// The maximum size of a file, 16 MiB: it must not fill memory.
    static let maximumLength = 16 << 20

    /// Creates a file with mode 0600; it must not exist.
    func create(_ name: String, text: String) throws(EditFolderError) {
        let path = "\(path)/\(name)"
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .systemError(path, errno) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard bytes.withUnsafeBytes({ writeAll($0, to: file) }) else { throw .systemError(path, errno) }
    }

    /// Returns the text of a regular file of this user, or nil if it is missing. A file that is not UTF-8 is read as
    /// ISO 8859-1, in which every byte is a character, so that nothing is lost.
    func text(of name: String) throws(EditFolderError) -> String? {
        let path = "\(path)/\(name)"
        // Non-blocking: a FIFO with this name must not block the reader.
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        if file < 0 {
            if errno == ENOENT { return nil }
            throw errno == ELOOP ? .unsafe(path) : .systemError(path, errno)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .systemError(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { throw .unsafe(path) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .systemError(path, errno) }
            if count == 0 {
                return String(utf8: bytes) ?? String(bytes: bytes, encoding: .isoLatin1)
            }
            bytes += chunk.prefix(count)
            guard bytes.count <= Self.maximumLength else { throw .tooLong(path) }
        }
    }
}
