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

    /// The draft of a new note. The vault seals each change, which is then stored: the process can end at any time.
    var draft = "" {
        didSet { if isDraftRead, draft != oldValue { sealDraft() } }
    }
    /// Whether the stored draft was read. An unread draft is not overwritten.
    private(set) var isDraftRead = false
    /// Whether another vault encrypted the stored draft, which stays until the user deletes it.
    private(set) var isDraftUnreadable = false
    /// The reason for the last failure, or nil.
    private(set) var problem: String?

    @ObservationIgnored private let lock: PasscodeService
    @ObservationIgnored private let models: any ModelStore
    @ObservationIgnored private let storage: any SecureStorageProtocol
    @ObservationIgnored private let biometrics: any BiometricAuthProtocol
    /// The draft as the vault sealed it, which can be stored while the vault is locked; nil without a draft.
    @ObservationIgnored private var sealed: Data?
    /// Whether that is the newest text. A change that reaches a locked vault is sealed when it opens.
    @ObservationIgnored private var isSealed = true
    /// The stored bytes of the draft.
    @ObservationIgnored private var stored: Data?
    /// The last use of the stored draft.
    @ObservationIgnored private var lastUse: Task<Void, Never>?

    /// The name of the draft in secure storage, and its purpose for the vault.
    static let draftKey = "draft"

    init(
        lock: PasscodeService, models: some ModelStore, storage: some SecureStorageProtocol,
        biometrics: some BiometricAuthProtocol, lifecycle: some AppLifecycleProtocol
    ) {
        (self.lock, self.models, self.storage, self.biometrics) = (lock, models, storage, biometrics)
        // On its way to the background the app becomes inactive first.
        lifecycle.onInactive { [weak self] in await self?.keepDraft() }
    }

    /// Reads the draft when the app is open. Stores it when the app locks, and forgets its text.
    func lockChanged() async {
        guard lock.isLocked else {
            if !isSealed { sealDraft() }
            return await readDraft()
        }
        await keepDraft()
        // The text stays if it is not stored, or if the app was opened meanwhile.
        guard lock.isLocked, isDraftRead, isSealed, sealed == stored else { return }
        isDraftRead = false
        draft = ""
    }

    func readDraft() async {
        await useDraft { [self] in
            guard !isDraftRead else { return }
            await attempt {
                let found = try await storage.load(Data.self, for: Self.draftKey)
                guard let text = try openDraft(found) else {
                    isDraftUnreadable = true
                    return
                }
                draft = text
                (sealed, stored, isDraftUnreadable, isDraftRead) = (found, found, false, true)
            }
        }
    }

    /// Stores the draft, unless it is stored already.
    func keepDraft() async {
        await useDraft { [self] in
            let new = sealed
            guard new != stored else { return }
            do {
                if let new {
                    try await storage.save(new, for: Self.draftKey, access: .whenUnlocked)
                } else {
                    try await storage.delete(for: Self.draftKey)
                }
                stored = new
            } catch {
                problem = error.localizedDescription
            }
        }
    }

    /// Deletes the unreadable draft after the device's owner has confirmed it.
    func deleteDraft() async {
        guard await isConfirmed() else { return }
        await useDraft { [self] in
            // Another window may have deleted it, and a new draft may be stored.
            guard isDraftUnreadable else { return }
            await attempt {
                try await storage.delete(for: Self.draftKey)
                draft = ""
                (sealed, stored, isDraftUnreadable, isDraftRead) = (nil, nil, false, true)
            }
        }
    }

    /// Returns the text, which is empty without a draft, or nil if the draft is unreadable.
    private func openDraft(_ sealed: Data?) throws(VaultError) -> String? {
        guard let sealed else { return "" }
        do {
            return String(decoding: try lock.vault.open(sealed, for: Self.draftKey), as: UTF8.self)
        } catch .damaged {
            return nil
        }
    }

    private func sealDraft() {
        do {
            sealed = draft.isEmpty ? nil : try lock.vault.seal(Data(draft.utf8), for: Self.draftKey)
            isSealed = true
            Task { await keepDraft() }
        } catch {
            isSealed = false
            problem = error.localizedDescription
        }
    }

    /// Runs the bodies one after the other. Two windows read at the same time, and the newest draft is stored last.
    private func useDraft(_ body: @escaping @MainActor () async -> Void) async {
        let use = Task { [lastUse] in
            await lastUse?.value
            await body()
        }
        lastUse = use
        await use.value
    }

    /// Adds the draft as a note. After a failure it remains a draft.
    func add() async {
        guard isDraftRead, !draft.isEmpty else { return }
        await attempt {
            let id = UUID()
            let text = try lock.vault.seal(Data(draft.utf8), for: Note.purpose(of: id))
            try models.insert(Note(id: id, sealed: text))
            draft = ""
        }
        await keepDraft()
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
        guard await isConfirmed() else { return }
        await attempt { try models.delete(note) }
    }

    /// Requests biometrics or the device passcode. Without either, no confirmation is possible.
    private func isConfirmed() async -> Bool {
        guard await biometrics.canUseBiometricOrPasscode else { return true }
        // The gate knows the lock: prompts never overlap, and the time at the prompt does not count as absence.
        let gate = BiometricGateModel(
            biometrics, reason: NSLocalizedString("Delete the note.", comment: ""),
            texts: .preferred(from: Locale.preferredLanguages), lock: lock)
        if await gate.open() { return true }
        problem = gate.problem
        return false
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
