internal import Foundation

/// A folder in memory in which an editor works on one note.
///
/// It is on a file system that no disk keeps, mode 0700, and held by a lock as long as this process lives: what a dead
/// process left behind is found by that.
struct EditFolder: Sendable {
    /// Why there is none.
    enum Failure: Error, Equatable, CustomStringConvertible {
        /// No file system in memory is there for this user: plain text must not get onto a disk.
        case noMemoryFileSystem
        /// The system refused, with its number for it.
        case system(code: Int32)
        /// The file is too large for a note, or is gone.
        case unreadable

        var description: String {
            switch self {
            case .noMemoryFileSystem: "XDG_RUNTIME_DIR and /dev/shm are no file systems in memory."
            case .system(let code): String(cString: strerror(code))
            case .unreadable: "The file is gone, or too large for a note."
            }
        }
    }

    /// What the editor is told about the note, so that a later start knows it too.
    struct Label: Codable, Sendable, Equatable {
        var noteID: UUID?
        var began: Date
    }

    /// The largest text that is taken back, in bytes.
    static let limit = 16 << 20

    let url: URL
    /// Open as long as the edit lasts; the system lifts its lock when the process dies.
    private let lock: Int32

    /// The file to edit.
    var file: URL { url.appending(path: "note.txt") }

    /// Makes a folder with the text in it.
    init(_ text: String, _ label: Label, in base: EditBase) throws(Failure) {
        url = base.url.appending(path: "edit-\(UUID())")
        guard mkdir(url.path, 0o700) == 0 else { throw .system(code: errno) }
        lock = try Self.lock(url)
        do {
            // The label first: a text without one would be a new note.
            try JSONEncoder().encode(label).write(to: Self.label(in: url))
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        } catch {
            remove()
            throw .system(code: errno)
        }
    }

    /// Takes over what a dead process left behind. Returns nil for what another one still holds.
    init?(leftoverAt url: URL) {
        guard let lock = try? Self.lock(url) else { return nil }
        (self.url, self.lock) = (url, lock)
    }

    /// The text as it is now.
    func text() throws(Failure) -> String {
        let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.limit,
            let data = try? handle.read(upToCount: Self.limit)
        else {
            if status.st_size == 0 { return "" }
            throw .unreadable
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// What the note is, or nil when the process died before it could say.
    func label() -> Label? {
        guard let data = try? Data(contentsOf: Self.label(in: url)) else { return nil }
        return try? JSONDecoder().decode(Label.self, from: data)
    }

    /// Removes all of it, an editor's own files too. The text's memory is the system's again then.
    func remove() {
        // Removes links, and does not follow them.
        try? FileManager.default.removeItem(at: url)
        close(lock)
    }

    private static func label(in url: URL) -> URL { url.appending(path: "label.json") }

    private static func lock(_ url: URL) throws(Failure) -> Int32 {
        let path = url.appending(path: "lock").path
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            throw .system(code: code)
        }
        return descriptor
    }
}
