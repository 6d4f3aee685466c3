import Foundation
import LatchkeyLock
import LatchkeyUI
import Observation

/// Notes that are sealed on the disk, and in memory only while the lock is open. One for all windows of the app.
@MainActor @Observable
final class Notes {
    /// What the file has: the sealed notes, and which vault sealed them. The key that names it is no secret.
    private struct Sealed: Codable {
        let vault: Data
        let notes: Data
    }

    /// The file is of another vault.
    private struct OtherVault: Error {}

    /// Nil while they cannot be read, so that nothing is written over them.
    private(set) var all: [String]?
    /// Why they could not be read or written, or nil.
    private(set) var problem: String?
    /// Whether another vault sealed the file, so that nothing here opens it. Only the user deletes it: see ``erase()``.
    private(set) var isOfAnotherVault = false
    @ObservationIgnored let lock: any LockModel
    @ObservationIgnored private let file: URL

    nonisolated static let file = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        .appending(path: "Shop/notes")

    /// Reads the notes whenever the lock opens, and forgets them whenever it closes, whichever views there are.
    init(_ lock: any LockModel, file: URL = Notes.file) {
        (self.lock, self.file) = (lock, file)
        let changes = lock.lockChanges
        Task { [weak self] in
            for await _ in changes { self?.load() }
        }
    }

    func load() {
        (all, problem, isOfAnotherVault) = (nil, nil, false)
        if !lock.isLocked { attempt { all = try read() } }
    }

    /// Returns whether the note is on the disk.
    func add(_ note: String) -> Bool {
        guard let all else { return false }
        return attempt {
            let notes = try lock.vault.seal(JSONEncoder().encode(all + [note]), for: "notes")
            let sealed = Sealed(vault: try lock.vault.sealingKey().rawRepresentation, notes: notes)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try JSONEncoder().encode(sealed).write(to: file, options: .atomic)
            self.all = all + [note]
        }
    }

    /// Deletes the file: after signing out, which erases the key to it, or when the user asks for it.
    func erase() {
        all = nil
        attempt {
            if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
            isOfAnotherVault = false
        }
    }

    private func read() throws -> [String] {
        let vault = try lock.vault.sealingKey().rawRepresentation
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        let sealed = try JSONDecoder().decode(Sealed.self, from: Data(contentsOf: file))
        guard sealed.vault == vault else { throw OtherVault() }
        return try JSONDecoder().decode([String].self, from: lock.vault.open(sealed.notes, for: "notes"))
    }

    @discardableResult
    private func attempt(_ step: () throws -> Void) -> Bool {
        do {
            try step()
            problem = nil
            return true
        } catch VaultError.noVault {
            problem = "Choose a passcode first: it makes the key that seals the notes."
        } catch is OtherVault {
            isOfAnotherVault = true
            problem = "The stored notes were locked with a key that is not on this device."
        } catch {
            problem = error.localizedDescription
        }
        return false
    }
}
