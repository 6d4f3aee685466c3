import Foundation
import LatchkeyLock
import LatchkeyUI
import Observation

/// Notes that are encrypted on disk, and in memory only while the app is unlocked. All windows share one object.
@MainActor @Observable
final class Notes {
    /// The content of the file: the sealed notes, and the public key of the vault that sealed them.
    private struct Sealed: Codable {
        let vault: Data
        let notes: Data
    }

    /// Another vault sealed the file.
    private struct OtherVault: Error {}

    /// The notes, or nil while they cannot be read, so that they are not overwritten.
    private(set) var all: [String]?
    /// The reason why the notes cannot be read or written, or nil.
    private(set) var problem: String?
    /// Whether another vault sealed the file, so that it cannot be opened. The user may delete it: see ``erase()``.
    private(set) var isOfAnotherVault = false
    @ObservationIgnored let lock: any LockModel
    @ObservationIgnored private let file: URL

    nonisolated static let file = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        .appending(path: "Shop/notes")

    /// Reads the notes after each unlock, and clears them from memory after each lock, independently of views.
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

    /// Returns whether the note was written to disk.
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

    /// Deletes the file. Call it after sign-out, which erases the file's key, or at the user's request.
    func erase() {
        all = nil
        attempt {
            if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
            isOfAnotherVault = false
        }
    }

    private func read() throws -> [String] {
        let vault = try lock.vault.sealingKey().rawRepresentation
        let data: Data
        do { data = try Data(contentsOf: file) } catch CocoaError.fileReadNoSuchFile { return [] }
        let sealed = try JSONDecoder().decode(Sealed.self, from: data)
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
