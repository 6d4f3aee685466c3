internal import Foundation

/// Where texts are while an editor has them: `$XDG_RUNTIME_DIR/latchkey-<owner>`, or `/dev/shm/latchkey-<uid>-<owner>`, and
/// nowhere that is not in memory. Memory that is swapped out is on the disk after all, unless the swap is encrypted.
struct EditFolders: Sendable {
    /// A text whose process has died.
    struct Leftover: Equatable, Sendable {
        /// The edit's identifier: left as a draft under it, it is left once however often it is swept.
        let id: UUID
        let noteID: UUID?
        let text: String
    }

    /// What stayed where it was in a sweep, and why.
    struct Problem: Error, Sendable {
        let folder: String
        let reason: any Error
    }

    /// How often a lock is tried that another process has.
    private static let interval = Duration.milliseconds(10)

    private let base: SafeFolder
    private let timeout: Duration

    /// Opens the place, and creates it if need be. Throws ``EditFolderError/noMemory`` when there is none.
    ///
    /// - Parameters:
    ///   - directories: Where places may be.
    ///   - owner: Whose texts these are: what one left behind is never found by another.
    init(directories: Directories, owner: String) throws(EditFolderError) {
        let shared = "\(MemoryFileSystem.standard)/latchkey-\(geteuid())"
        try self.init(candidates: [directories.runtime?.path, shared].compactMap { $0.map { "\($0)-\(owner)" } })
    }

    /// The first of the places that can be in memory is used, and must be safe.
    ///
    /// - Parameters:
    ///   - candidates: The paths of the places.
    ///   - timeout: The longest wait for another process that makes or sweeps folders there.
    init(candidates: [String], timeout: Duration = .seconds(5)) throws(EditFolderError) {
        self.timeout = timeout
        guard let place = candidates.first(where: Self.isInMemory) else { throw .noMemory }
        base = try SafeFolder.open(place, creating: true)
        // A file system may be mounted just there.
        guard MemoryFileSystem.holds(base.descriptor) else { throw .noMemory }
    }

    private static func isInMemory(_ path: String) -> Bool {
        let parent = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return false }
        defer { close(parent) }
        return MemoryFileSystem.holds(parent)
    }

    /// Puts the text into a folder of its own.
    ///
    /// Throws ``EditFolderError/systemError(_:_:)`` with `ETIMEDOUT` when another process does not let go of the place, and
    /// with `ECANCELED` when the task is cancelled while it waits for that.
    func create(text: String, noteID: UUID?, id: UUID = UUID()) async throws(EditFolderError) -> EditFolder {
        let name = EditFolderName(id: id, noteID: noteID).text
        let folder = try await makeLocked(name)
        do throws(EditFolderError) {
            try folder.create(EditFolder.fileName, text: text)
        } catch {
            // Half a text is no draft.
            try? base.removeFolder(name)
            throw error
        }
        return EditFolder(id: id, noteID: noteID, folder: folder, in: base)
    }

    /// Hands every text that a dead process left to the closure, which keeps it, and removes its folder only then. If it
    /// throws, or the text cannot be read, the folder stays for the next sweep. Returns what stayed.
    func sweep(_ keep: (Leftover) async throws -> Void) async throws(EditFolderError) -> [Problem] {
        var problems: [Problem] = []
        for (name, folder) in try await abandoned() {
            do {
                if let edit = EditFolderName(name), let text = try folder.text(of: EditFolder.fileName) {
                    try await keep(Leftover(id: edit.id, noteID: edit.noteID, text: text))
                }
                try base.removeFolder(name)
            } catch {
                problems.append(Problem(folder: folder.path, reason: error))
            }
        }
        return problems
    }

    /// Nobody sweeps between the making and the locking.
    private func makeLocked(_ name: String) async throws(EditFolderError) -> SafeFolder {
        let turn = try await turn()
        defer { turn.unlock() }
        let folder = try base.folder(name, creating: true)
        guard folder.lock() else { throw .systemError(folder.path, errno) }
        return folder
    }

    /// The folders that nobody holds any more, now held by this process.
    private func abandoned() async throws(EditFolderError) -> [(String, SafeFolder)] {
        let turn = try await turn()
        defer { turn.unlock() }
        var found: [(String, SafeFolder)] = []
        for name in try base.names() where EditFolderName(name) != nil {
            // What is no folder, or not ours, is not touched.
            guard let folder = try? base.folder(name, creating: false), folder.lock() else { continue }
            found.append((name, folder))
        }
        return found
    }

    /// A lock belongs to an open file, so each turn opens its own. It is asked for again and again: a wait by flock itself
    /// blocks the thread, and has no end when the holder was stopped.
    private func turn() async throws(EditFolderError) -> SafeFolder {
        let turn = try base.folder(".", creating: false)
        let end = ContinuousClock.now + timeout
        while !turn.lock() {
            guard errno == EWOULDBLOCK else { throw .systemError(base.path, errno) }
            guard ContinuousClock.now < end else { throw .systemError(base.path, ETIMEDOUT) }
            do { try await Task.sleep(for: Self.interval) } catch { throw .systemError(base.path, ECANCELED) }
        }
        return turn
    }
}
