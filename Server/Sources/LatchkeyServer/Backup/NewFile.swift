import Foundation

/// A file that appears under its name complete and on the disk, or not at all, and replaces nothing.
struct NewFile {
    let path: String
    /// Where it is made: beside its place, readable by its owner only.
    let draft: String

    /// Makes the empty draft.
    ///
    /// - Parameters:
    ///   - path: the name.
    ///   - id: random bytes, so that nobody else has the draft's name.
    init(_ path: String, id: [UInt8]) throws(BackupError) {
        self.path = path
        draft = "\(path).\(HexText.encode(id)).part"
        guard access(path, F_OK) != 0 else { throw .inTheWay(path) }
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        close(descriptor)
    }

    /// Gives the draft its name.
    func publish() throws(BackupError) {
        try sync(draft, O_RDONLY)
        // link(2), not rename(2): it fails where another file has the name by now.
        guard link(draft, path) == 0 else { throw errno == EEXIST ? BackupError.inTheWay(path) : Self.failure(path) }
        let parent = (path as NSString).deletingLastPathComponent
        try sync(parent.isEmpty ? "." : parent, O_RDONLY | O_DIRECTORY)
    }

    /// Takes the draft away, and what SQLite may have left beside it.
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
