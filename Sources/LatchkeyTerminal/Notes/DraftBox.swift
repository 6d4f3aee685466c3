internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPersistence

/// A letter box: texts can be put in while the vault is locked, and become notes when it is open. What an editor left
/// behind at a crash, or was finished when the lock had come down, is kept, and never in plain text.
struct DraftBox: Sendable {
    let persistence: any PersistenceProtocol
    let vault: Vault

    /// Stores the key that drafts are sealed with. Needs an open vault. Returns whether somebody had put another one in its
    /// place since it was last asked: drafts that were sealed with that one cannot be opened here, and by him.
    @discardableResult
    func prepare() async throws(NoteError) -> Bool {
        do { try await vault.storeSealingKey() } catch { throw error == .locked ? .locked : .vault(error) }
        defer { vault.acknowledgeAlteredSealingKey() }
        return vault.isSealingKeyAltered
    }

    /// Keeps a draft durably, also while the vault is locked. Throws `.noDraftKey` before the vault was ever prepared.
    func deposit(_ draft: Draft) async throws(NoteError) {
        let key: SealingKey?
        do { key = try await vault.depositKey() } catch { throw .vault(error) }
        guard let key else { throw .noDraftKey }
        let record = try SealedDraft(draft, for: key)
        do { try await persistence.save(record) } catch { throw .store(error) }
    }

    /// Makes notes of all drafts, and returns how many. A draft goes only once its note is kept; one that cannot be
    /// opened stays.
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

    /// Returns whether there was anything to keep.
    private func keep(_ draft: Draft, in notes: NoteStore, now: Date) async throws(NoteError) -> Bool {
        guard draft.text.contains(where: { !$0.isWhitespace }) else { return false }
        let former = try await formerNote(of: draft, in: notes)
        if former?.text == draft.text { return false }
        // Changed or deleted since the editor was opened, or nobody knows when that was: both are kept, this one under a
        // name of its own, which is the same however often this is repeated.
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
