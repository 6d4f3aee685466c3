import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPersistence
import LatchkeySecureStorage
import LatchkeyUI
import Observation

/// The user's notes. Each of the four capabilities is used here.
@MainActor @Observable
final class NotesModel {
    /// The text of a note, or the reason that it cannot be shown.
    enum Content: Equatable {
        case text(String)
        case locked
        /// Encrypted by another vault, for example on a device whose backup was restored here.
        case unreadable
    }

    /// The draft of a new note. It is in secure storage, which can be written while the vault is locked.
    var draft = ""
    /// Whether the stored draft was read. An unread draft is not overwritten.
    private(set) var isDraftRead = false
    /// The reason for the last failure, or nil.
    private(set) var problem: String?

    @ObservationIgnored private let lock: PasscodeService
    @ObservationIgnored private let models: any ModelStore
    @ObservationIgnored private let storage: any SecureStorageProtocol
    @ObservationIgnored private let biometrics: any BiometricAuthProtocol

    static let draftKey = "draft"

    init(
        lock: PasscodeService, models: some ModelStore, storage: some SecureStorageProtocol,
        biometrics: some BiometricAuthProtocol, lifecycle: some AppLifecycleProtocol
    ) {
        (self.lock, self.models, self.storage, self.biometrics) = (lock, models, storage, biometrics)
        // On its way to the background the app becomes inactive first.
        lifecycle.onInactive { [weak self] in await self?.keepDraft() }
    }

    /// Reads the draft once the app is open, and stores it when it locks.
    func lockChanged() async {
        if lock.isLocked { await keepDraft() } else { await readDraft() }
    }

    func readDraft() async {
        guard !isDraftRead else { return }
        await attempt {
            draft = try await storage.load(String.self, for: Self.draftKey) ?? ""
            isDraftRead = true
        }
    }

    func keepDraft() async {
        guard isDraftRead else { return }
        await attempt {
            if draft.isEmpty {
                try await storage.delete(for: Self.draftKey)
            } else {
                try await storage.save(draft, for: Self.draftKey, access: .whenUnlocked)
            }
        }
    }

    /// Adds the draft as a note. After a failure it remains a draft.
    func add() async {
        guard isDraftRead, !draft.isEmpty else { return }
        await attempt {
            let id = UUID()
            let sealed = try lock.vault.seal(Data(draft.utf8), for: Note.purpose(of: id))
            try models.insert(Note(id: id, sealed: sealed))
            draft = ""
            try await storage.delete(for: Self.draftKey)
        }
    }

    func content(of note: Note) -> Content {
        guard !lock.isLocked else { return .locked }
        do {
            let text = try lock.vault.open(note.sealed, for: Note.purpose(of: note.id))
            return .text(String(decoding: text, as: UTF8.self))
        } catch .locked {
            return .locked
        } catch {
            return .unreadable
        }
    }

    /// Deletes the note after the device's owner has confirmed it.
    func delete(_ note: Note) async {
        await attempt {
            if try await isConfirmed() { try models.delete(note) }
        }
    }

    /// Requests biometrics or the device passcode. Without either, no confirmation is possible.
    private func isConfirmed() async throws(Refusal) -> Bool {
        guard await biometrics.canUseBiometricOrPasscode else { return true }
        // The gate knows the lock: prompts never overlap, and the time at the prompt does not count as absence.
        let gate = BiometricGateModel(
            biometrics, reason: NSLocalizedString("Delete the note.", comment: ""),
            texts: .preferred(from: Locale.preferredLanguages), lock: lock)
        if await gate.open() { return true }
        if let problem = gate.problem { throw Refusal(errorDescription: problem) }
        return false
    }

    private struct Refusal: LocalizedError {
        let errorDescription: String?
    }

    private func attempt(_ body: () async throws -> Void) async {
        do {
            try await body()
            problem = nil
        } catch {
            problem = error.localizedDescription
        }
    }
}
