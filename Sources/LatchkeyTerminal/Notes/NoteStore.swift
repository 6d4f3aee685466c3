internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPersistence

/// The store of notes, each sealed by the vault for its own identifier.
///
/// Every call throws ``NoteError/locked`` while the vault is locked. The store does not detect that an older note was
/// restored: a program that can write the store can do that.
struct NoteStore: Sendable {
    /// The result of ``NoteStore/list()``.
    struct Listing: Sendable, Equatable {
        /// The notes, newest first.
        var notes: [Note] = []
        /// The identifiers of records that cannot be opened.
        var damaged: [UUID] = []
    }

    private struct Content: Codable {
        let text: String
        let modified: Date
    }

    let persistence: any PersistenceProtocol
    let vault: Vault

    /// Returns all notes, and the identifiers of the damaged ones.
    func list() async throws(NoteError) -> Listing {
        guard !vault.isLocked else { throw .locked }
        var listing = Listing()
        var seen: Set<UUID> = []
        let records: [SealedNote]
        do { records = try await persistence.loadAll(SealedNote.self) } catch { throw .store(error) }
        for record in records {
            // A second record with the same identifier is a copy that replaced another note.
            guard seen.insert(record.id).inserted else {
                listing.damaged.append(record.id)
                continue
            }
            do throws(NoteError) {
                listing.notes.append(try open(record, as: record.id))
            } catch {
                guard case .damaged(let id) = error else { throw error }
                listing.damaged.append(id)
            }
        }
        listing.notes.sort { $0.modified > $1.modified }
        return listing
    }

    /// Returns the note, or nil if it is absent.
    func read(_ id: UUID) async throws(NoteError) -> Note? {
        guard !vault.isLocked else { throw .locked }
        let record: SealedNote?
        do { record = try await persistence.load(SealedNote.self, id: id) } catch { throw .store(error) }
        return if let record { try open(record, as: id) } else { nil }
    }

    /// Stores the note durably, and replaces the one with its identifier.
    func save(_ note: Note) async throws(NoteError) {
        let content = Content(text: note.text, modified: note.modified)
        guard let plain = try? JSONEncoder().encode(content) else { throw .sealingFailed }
        let sealed: Data
        do { sealed = try vault.seal(plain, for: SealedNote.purpose(of: note.id)) } catch {
            throw NoteError(error, about: note.id)
        }
        do { try await persistence.save(SealedNote(id: note.id, sealed: sealed)) } catch { throw .store(error) }
    }

    /// Deletes the note, damaged or not. Does nothing if it is absent.
    func delete(_ id: UUID) async throws(NoteError) {
        guard !vault.isLocked else { throw .locked }
        do { try await persistence.delete(SealedNote.self, id: id) } catch { throw .store(error) }
    }

    /// Deletes all notes and drafts: once the vault is erased, they are unreadable.
    func eraseAll() async throws(NoteError) {
        do {
            try await erase(SealedNote.self)
            try await erase(SealedDraft.self)
        } catch { throw .store(error) }
    }

    private func erase<Record: PersistenceModel>(_ type: Record.Type) async throws(PersistenceError) {
        try await persistence.deleteAll(type, ids: try await persistence.loadAll(type).map(\.id))
    }

    private func open(_ record: SealedNote, as id: UUID) throws(NoteError) -> Note {
        let plain: Data
        do { plain = try vault.open(record.sealed, for: SealedNote.purpose(of: id)) } catch {
            throw NoteError(error, about: id)
        }
        guard let content = try? JSONDecoder().decode(Content.self, from: plain) else { throw .damaged(id) }
        return Note(id: id, text: content.text, modified: content.modified)
    }
}
