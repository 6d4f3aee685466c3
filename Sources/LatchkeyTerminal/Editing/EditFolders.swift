internal import CProcess
internal import Foundation

/// The folder of texts that are being edited: `$XDG_RUNTIME_DIR/latchkey-<owner>`, or
/// `/dev/shm/latchkey-<uid>-<owner>`, always on a file system in memory. Swapped memory is on a disk, unless the swap
/// is encrypted.
struct EditFolders: Sendable {
    /// A text whose process was killed.
    struct Leftover: Equatable, Sendable {
        /// The edit's identifier. Stored as a draft under it, the text is stored once, even if it is swept repeatedly.
        let id: UUID
        let noteID: UUID?
        let text: String
    }

    /// A folder that a sweep could not delete, and the reason.
    struct Problem: Error, Sendable {
        let folder: String
        let reason: any Error
    }

    /// The interval at which a lock of another process is retried.
    private static let interval = Duration.milliseconds(10)

    private let base: SafeFolder
    private let timeout: Duration

    /// Creates the folder if it is missing. Throws ``EditFolderError/noMemory`` if no place is in memory.
    ///
    /// - Parameters:
    ///   - directories: The possible places.
    ///   - owner: Identifies the owner of the texts: an owner never finds the texts of another.
    init(directories: Directories, owner: String) throws(EditFolderError) {
        // macOS has no file system in memory, unless one is mounted (mount_tmpfs(8)) at `XDG_RUNTIME_DIR`.
        let shared = "/dev/shm/latchkey-\(geteuid())"
        try self.init(candidates: [directories.runtime?.path, shared].compactMap { $0.map { "\($0)-\(owner)" } })
    }

    /// Uses the first place in memory, which must be safe.
    ///
    /// - Parameters:
    ///   - candidates: The paths of the places.
    ///   - timeout: The maximum wait for another process that creates or sweeps folders there.
    init(candidates: [String], timeout: Duration = .seconds(5)) throws(EditFolderError) {
        self.timeout = timeout
        guard let place = candidates.first(where: Self.isInMemory) else { throw .noMemory }
        base = try SafeFolder.open(place, creating: true)
        // Another file system may be mounted there.
        guard cprocess_is_in_memory(base.descriptor) == 1 else { throw .noMemory }
    }

    private static func isInMemory(_ path: String) -> Bool {
        let parent = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return false }
        defer { close(parent) }
        return cprocess_is_in_memory(parent) == 1
    }

    /// Writes the text into a new folder.
    ///
    /// Throws ``EditFolderError/systemError(_:_:)`` with `ETIMEDOUT` if another process does not release its lock in
    /// time, and with `ECANCELED` if the task is cancelled during that wait.
    func create(text: String, noteID: UUID?, id: UUID = UUID()) async throws(EditFolderError) -> EditFolder {
        let name = EditFolderName(id: id, noteID: noteID).text
        let folder = try await createLocked(name)
        do throws(EditFolderError) {
            try folder.create(EditFolder.fileName, text: text)
        } catch {
            // A partial text must not become a draft.
            try? base.removeFolder(name)
            throw error
        }
        return EditFolder(id: id, noteID: noteID, folder: folder, in: base)
    }

    /// Passes each text of a killed process to the closure, which stores it, and then deletes its folder. If the
    /// closure throws, or the text cannot be read, the folder stays for the next sweep. Returns the folders that
    /// stayed.
    func sweep(_ keep: (Leftover) async throws -> Void) async throws(EditFolderError) -> [Problem] {
        var problems: [Problem] = []
        for (name, folder) in try await abandoned() {
            do {
                if let edit = EditFolderName(name) {
                    if let text = try folder.text(of: EditFolder.fileName) {
                        try await keep(Leftover(id: edit.id, noteID: edit.noteID, text: text))
                    }
                    for rescued in try folder.rescued(edit: edit.id) {
                        try await keep(Leftover(id: rescued.id, noteID: edit.noteID, text: rescued.text))
                    }
                }
                try base.removeFolder(name)
            } catch {
                problems.append(Problem(folder: folder.path, reason: error))
            }
        }
        return problems
    }

    /// Creates a folder under the lock of the base folder, so that no sweep occurs before it is locked.
    private func createLocked(_ name: String) async throws(EditFolderError) -> SafeFolder {
        let lock = try await lockBase()
        defer { lock.unlock() }
        let folder = try base.folder(name, creating: true)
        guard folder.lock() else { throw .systemError(folder.path, errno) }
        return folder
    }

    /// Locks and returns the folders that no process has locked.
    private func abandoned() async throws(EditFolderError) -> [(String, SafeFolder)] {
        let lock = try await lockBase()
        defer { lock.unlock() }
        var found: [(String, SafeFolder)] = []
        for name in try base.names() where EditFolderName(name) != nil {
            // Files and other users' folders are skipped.
            guard let folder = try? base.folder(name, creating: false), folder.lock() else { continue }
            found.append((name, folder))
        }
        return found
    }

    /// Locks the base folder through its own descriptor, since flock(2) locks an open file. It polls: flock would block
    /// the thread, forever if the process with the lock was stopped.
    private func lockBase() async throws(EditFolderError) -> SafeFolder {
        let folder = try base.folder(".", creating: false)
        let end = ContinuousClock.now + timeout
        while !folder.lock() {
            guard errno == EWOULDBLOCK else { throw .systemError(base.path, errno) }
            guard ContinuousClock.now < end else { throw .systemError(base.path, ETIMEDOUT) }
            do { try await Task.sleep(for: Self.interval) } catch { throw .systemError(base.path, ECANCELED) }
        }
        return folder
    }
}
