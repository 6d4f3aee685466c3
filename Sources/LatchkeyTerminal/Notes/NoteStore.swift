internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPersistence

/// The notes of an account, sealed in its vault.
struct NoteStore: Sendable {
    /// What there is.
    struct Listing: Sendable, Equatable {
        /// The newest first.
        var notes: [Note] = []
        /// Those that cannot be read. They are kept.
        var damaged: [UUID] = []
    }

    let records: any PersistenceProtocol
    let vault: Vault
    var now: @Sendable () -> Date = { Date() }

    /// Returns all notes.
    func list() async throws(NoteError) -> Listing {
        var listing = Listing()
        for record in try await all(SealedNote.self) {
            do throws(VaultError) {
                listing.notes.append(try record.open(in: vault))
            } catch {
                guard error != .locked else { throw .locked }
                listing.damaged.append(record.id)
            }
        }
        listing.notes.sort { ($0.modified, $0.id.uuidString) > ($1.modified, $1.id.uuidString) }
        return listing
    }

    /// Returns the note, or nil when there is none.
    func load(_ id: UUID) async throws(NoteError) -> Note? {
        let record: SealedNote?
        do { record = try await records.load(SealedNote.self, id: id) } catch { throw .records(error) }
        do { return try record?.open(in: vault) } catch { throw NoteError(error) }
    }

    /// Saves the text as a note: a new one, or in place of the one with that name.
    @discardableResult
    func save(_ text: String, as id: UUID = UUID()) async throws(NoteError) -> Note {
        let note = Note(id: id, text: text, modified: now())
        let record: SealedNote
        do { record = try SealedNote(note, in: vault) } catch { throw NoteError(error) }
        do { try await records.save(record) } catch { throw .records(error) }
        return note
    }

    /// Deletes the note; one that is absent is no error. Takes an open vault: who may not read must not delete.
    func delete(_ id: UUID) async throws(NoteError) {
        guard !vault.isLocked else { throw .locked }
        do { try await records.delete(SealedNote.self, id: id) } catch { throw .records(error) }
    }

    /// Removes all notes and drafts: once the vault is erased, nobody reads them any more.
    func eraseAll() async throws(NoteError) {
        let notes = try await all(SealedNote.self).map(\.id)
        let drafts = try await all(SealedDraft.self).map(\.id)
        do {
            try await records.deleteAll(SealedNote.self, ids: notes)
            try await records.deleteAll(SealedDraft.self, ids: drafts)
        } catch { throw .records(error) }
    }

    private func all<Record: PersistenceModel>(_ type: Record.Type) async throws(NoteError) -> [Record] {
        do { return try await records.loadAll(type) } catch { throw .records(error) }
    }
}
