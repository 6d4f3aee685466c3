import Foundation

/// A file that appears under its name only when it is complete and on disk, and replaces no other file.
struct NewFile {
    let path: String
    /// The path of the draft in the same directory, readable only by its owner.
    let draft: String

    /// - Parameters:
    ///   - path: The path of the file; the draft is next to it.
    ///   - id: Random bytes for a unique name of the draft.
    init(_ path: String, id: [UInt8]) throws(BackupError) {
        self.path = path
        draft = "\(path).\(HexText.encode(id)).part"
        guard access(path, F_OK) != 0 else { throw .alreadyExists(path) }
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        close(descriptor)
    }

    /// Moves the draft to its path.
    func publish() throws(BackupError) {
        try sync(draft, O_RDONLY)
        // link(2) fails if the file exists; rename(2) would replace it.
        guard link(draft, path) == 0 else {
            throw errno == EEXIST ? BackupError.alreadyExists(path) : Self.failure(path)
        }
        let parent = (path as NSString).deletingLastPathComponent
        try sync(parent.isEmpty ? "." : parent, O_RDONLY | O_DIRECTORY)
    }

    /// Deletes the draft and files that SQLite left next to it.
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
