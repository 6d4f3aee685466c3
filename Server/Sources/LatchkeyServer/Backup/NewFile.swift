import Foundation

/// A file that appears under its name only when it is complete and on the disk, and that replaces no other file.
struct NewFile {
    let path: String
    /// The path under which it is written, in the same folder; readable by its owner only.
    let draft: String

    /// - Parameters:
    ///   - path: The path of the file. The draft is created beside it.
    ///   - id: Random bytes, which make the name of the draft unique.
    init(_ path: String, id: [UInt8]) throws(BackupError) {
        self.path = path
        draft = "\(path).\(HexText.encode(id)).part"
        guard access(path, F_OK) != 0 else { throw .inTheWay(path) }
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        close(descriptor)
    }

    /// Moves the draft to its path.
    func publish() throws(BackupError) {
        try sync(draft, O_RDONLY)
        // link(2) fails where another file has the name by now; rename(2) would replace it.
        guard link(draft, path) == 0 else { throw errno == EEXIST ? BackupError.inTheWay(path) : Self.failure(path) }
        let parent = (path as NSString).deletingLastPathComponent
        try sync(parent.isEmpty ? "." : parent, O_RDONLY | O_DIRECTORY)
    }

    /// Deletes the draft, and the files that SQLite may have left beside it.
    func discard() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) }
    }

    private func sync(_ name: String, _ flags: Int32) throws(BackupError) {
        let descriptor = open(name, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
    }

    private static func failure(_ path: String) -> BackupError {
        .notWritten(path, reason: String(cString: strerror(errno)))
    }
}
