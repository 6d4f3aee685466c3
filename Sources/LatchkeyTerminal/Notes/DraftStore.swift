internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPersistence

/// The store of drafts, which are saved even while the vault is locked and become notes when it is open. Text that was
/// left by a crashed editor, or finished after the app locked, is kept, and never in plain text.
struct DraftStore: Sendable {
    let persistence: any PersistenceProtocol
    let vault: Vault

    /// Stores the key that seals drafts. Requires an open vault. Returns whether the key was replaced since the last
    /// call: drafts that were sealed with the other key can be opened only by the owner of that key.
    @discardableResult
    func prepare() async throws(NoteError) -> Bool {
        do { try await vault.storeSealingKey() } catch { throw error == .locked ? .locked : .vault(error) }
        defer { vault.acknowledgeAlteredSealingKey() }
        return vault.isSealingKeyAltered
    }

    /// Stores a draft durably, even while the vault is locked. Throws `.noDraftKey` before the first ``prepare()``.
    func save(_ draft: Draft) async throws(NoteError) {
        let key: SealingKey?
        do { key = try await vault.depositKey() } catch { throw .vault(error) }
        guard let key else { throw .noDraftKey }
        let record = try SealedDraft(draft, for: key)
        do { try await persistence.save(record) } catch { throw .store(error) }
    }

    /// Turns all drafts into notes, and returns their number. A draft is deleted once its note is stored. One that
    /// cannot be opened stays.
    func collect(into notes: NoteStore, now: Date) async throws(NoteError) -> Int {
        let records: [SealedDraft]
        do { records = try await persistence.loadAll(SealedDraft.self) } catch { throw .store(error) }
        var count = 0
        for record in records {
            let draft: Draft
            do throws(NoteError) { draft = try record.open(in: vault) } catch {
                guard error != .locked else { throw .locked }
                continue
            }
            if try await keep(draft, in: notes, now: now) { count += 1 }
            do { try await persistence.delete(record) } catch { throw .store(error) }
        }
        return count
    }

    /// Stores the draft as a note. Returns whether anything was stored.
    private func keep(_ draft: Draft, in notes: NoteStore, now: Date) async throws(NoteError) -> Bool {
        guard draft.text.contains(where: { !$0.isWhitespace }) else { return false }
        let former = try await formerNote(of: draft, in: notes)
        if former?.text == draft.text { return false }
        // The note was changed or deleted since the editor was opened, or that time is unknown. Both texts are kept,
        // this one under the draft's identifier, which is the same if this is repeated.
        let isCurrent = former.map { note in draft.began.map { note.modified <= $0 } ?? false } ?? false
        let id = isCurrent ? former?.id ?? draft.id : draft.id
        try await notes.save(Note(id: id, text: draft.text, modified: now))
        return true
    }

    private func formerNote(of draft: Draft, in notes: NoteStore) async throws(NoteError) -> Note? {
        guard let id = draft.noteID else { return nil }
        do throws(NoteError) { return try await notes.read(id) } catch {
            guard case .damaged = error else { throw error }
            return nil
        }
    }
}
