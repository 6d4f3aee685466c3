internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPersistence
internal import LatchkeySecureStorage

/// Takes texts while the vault is locked, and gives them back when it is open: what an editor left behind at a crash, or
/// was finished when the lock had come down, is kept, and never in plain text.
struct DraftBox: Sendable {
    private static let item = "latchkey.sealing-key"

    let records: any PersistenceProtocol
    let storage: any SecureStorageProtocol
    let vault: Vault

    /// Stores the key that drafts are sealed with. Needs an open vault.
    func prepare() async throws(NoteError) {
        let key: SealingKey
        do { key = try vault.sealingKey() } catch { throw NoteError(error) }
        guard try await sealingKey() != key else { return }
        do { try await storage.save(key.rawRepresentation, for: Self.item) } catch { throw .storage(error) }
    }

    /// Keeps a draft, also while the vault is locked. Throws `.noDraftKey` before the first `prepare()`.
    func deposit(_ draft: Draft) async throws(NoteError) {
        guard let key = try await sealingKey() else { throw .noDraftKey }
        let record: SealedDraft
        do { record = try SealedDraft(draft, for: key) } catch { throw NoteError(error) }
        do { try await records.save(record) } catch { throw .records(error) }
    }

    /// Makes notes of all drafts, and returns how many. Safe to repeat: a draft goes only once its note is kept.
    func collect(into notes: NoteStore) async throws(NoteError) -> Int {
        let drafts: [SealedDraft]
        do { drafts = try await records.loadAll(SealedDraft.self) } catch { throw .records(error) }
        var count = 0
        for record in drafts {
            let draft: Draft
            do throws(VaultError) { draft = try record.open(in: vault) } catch {
                guard error != .locked else { throw .locked }
                // Damaged: it is kept.
                continue
            }
            if try await keep(draft, named: record.id, in: notes) { count += 1 }
            do { try await records.delete(record) } catch { throw .records(error) }
        }
        return count
    }

    /// Returns whether there was anything to keep.
    private func keep(_ draft: Draft, named id: UUID, in notes: NoteStore) async throws(NoteError) -> Bool {
        guard draft.text.contains(where: { !$0.isWhitespace }) else { return false }
        guard let noteID = draft.noteID else {
            try await notes.save(draft.text, as: id)
            return true
        }
        let note: Note?
        do throws(NoteError) { note = try await notes.load(noteID) } catch {
            guard error == .damaged else { throw error }
            note = nil
        }
        if note?.text == draft.text { return false }
        // Changed or deleted since the editor was opened: both are kept, this one under a name of its own.
        let isCurrent = note.map { $0.modified <= draft.began } ?? false
        try await notes.save(draft.text, as: isCurrent ? noteID : id)
        return true
    }

    private func sealingKey() async throws(NoteError) -> SealingKey? {
        do {
            return try await storage.load(Data.self, for: Self.item).flatMap { SealingKey(rawRepresentation: $0) }
        } catch { throw .storage(error) }
    }
}
