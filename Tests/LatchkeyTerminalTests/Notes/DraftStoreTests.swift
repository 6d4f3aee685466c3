import Foundation
import LatchkeyLock
import LatchkeyPersistence
import LatchkeySecureStorage
import Testing

@testable import LatchkeyTerminal

@Suite struct DraftStoreTests {
    private let records = InMemoryPersistence()
    private let storage = InMemorySecureStorage()
    private let began = Date(timeIntervalSince1970: 1_000)
    private let now = Date(timeIntervalSince1970: 2_000)

    private func drafts(_ vault: Vault) -> DraftStore { DraftStore(persistence: records, vault: vault) }

    private func notes(_ vault: Vault) -> NoteStore { NoteStore(persistence: records, vault: vault) }

    private func draft(_ text: String, of noteID: UUID? = nil, began: Date? = nil) -> Draft {
        Draft(id: UUID(), noteID: noteID, text: text, began: began)
    }

    @Test("C1 draft saved while locked is sealed and becomes a note")
    func draftSavedWhileLockedIsSealedAndBecomesANote() async throws {
        let vault = try await TestVault.open()
        try await drafts(vault).prepare()
        vault.lock()
        let draft = draft("left behind")
        try await drafts(vault).save(draft)
        let sealed = try #require(try await records.load(SealedDraft.self, id: draft.id)?.sealed)
        #expect(sealed.range(of: Data("left behind".utf8)) == nil)
        await #expect(throws: NoteError.locked) { _ = try await drafts(vault).collect(into: notes(vault), now: now) }
        try await vault.openUnprotected(since: vault.epoch)
        #expect(try await drafts(vault).collect(into: notes(vault), now: now) == 1)
        #expect(try await notes(vault).list().notes == [Note(id: draft.id, text: "left behind", modified: now)])
        #expect(try await records.loadAll(SealedDraft.self).isEmpty)
    }

    @Test func draftCannotBeSealedBeforeTheVaultIsOpened() async throws {
        _ = try await TestVault.open(on: storage)
        let vault = TestVault.relaunched(on: storage)
        await #expect(throws: NoteError.locked) { try await drafts(vault).prepare() }
        await #expect(throws: NoteError.noDraftKey) { try await drafts(vault).save(draft("text")) }
    }

    @Test("C14 forged sealing key is rejected and reported once")
    func forgedSealingKeyIsRejectedAndReportedOnce() async throws {
        let first = try await TestVault.open(on: storage)
        #expect(try await !drafts(first).prepare())
        try await storage.save(try await TestVault.open().sealingKey().rawRepresentation, for: "latchkey.sealing-key")
        let vault = TestVault.relaunched(on: storage)
        await #expect(throws: NoteError.vault(.sealingKeyChanged)) { try await drafts(vault).save(draft("text")) }
        #expect(try await records.loadAll(SealedDraft.self).isEmpty)
        try await vault.openUnprotected(since: vault.epoch)
        let model = await NotesModel(store: notes(vault), drafts: drafts(vault), texts: .english)
        await model.load()
        #expect(await model.message == TerminalTexts.english[.draftKeyAltered])
        await model.load()
        #expect(await model.message == nil)
        try await drafts(vault).save(draft("text"))
        #expect(try await drafts(vault).collect(into: notes(vault), now: now) == 1)
    }

    @Test func draftReplacesItsUnchangedNote() async throws {
        let vault = try await TestVault.open()
        try await drafts(vault).prepare()
        let note = Note(id: UUID(), text: "old", modified: began)
        try await notes(vault).save(note)
        try await drafts(vault).save(draft("new", of: note.id, began: began))
        #expect(try await drafts(vault).collect(into: notes(vault), now: now) == 1)
        #expect(try await notes(vault).list().notes == [Note(id: note.id, text: "new", modified: now)])
    }

    @Test(arguments: [1_001.0, nil]) func draftOfAChangedNoteBecomesASeparateNote(_ modified: Double?) async throws {
        let vault = try await TestVault.open()
        try await drafts(vault).prepare()
        let note = Note(id: UUID(), text: "theirs", modified: Date(timeIntervalSince1970: modified ?? 0))
        try await notes(vault).save(note)
        // A leftover has no start time.
        try await drafts(vault).save(draft("mine", of: note.id, began: modified == nil ? nil : began))
        #expect(try await drafts(vault).collect(into: notes(vault), now: now) == 1)
        #expect(Set(try await notes(vault).list().notes.map(\.text)) == ["theirs", "mine"])
    }

    @Test func draftsOfDeletedOrDamagedNotesBecomeNewNotes() async throws {
        let vault = try await TestVault.open()
        try await drafts(vault).prepare()
        let damaged = UUID()
        try await records.save(SealedNote(id: damaged, sealed: Data([1])))
        try await drafts(vault).save(draft("of a deleted one", of: UUID(), began: began))
        try await drafts(vault).save(draft("of a damaged one", of: damaged, began: began))
        #expect(try await drafts(vault).collect(into: notes(vault), now: now) == 2)
        let listing = try await notes(vault).list()
        #expect(listing.notes.count == 2 && listing.damaged == [damaged])
    }

    @Test func unchangedOrBlankDraftIsDiscarded() async throws {
        let vault = try await TestVault.open()
        try await drafts(vault).prepare()
        let note = Note(id: UUID(), text: "same", modified: began)
        try await notes(vault).save(note)
        try await drafts(vault).save(draft("same", of: note.id))
        try await drafts(vault).save(draft(" \n"))
        #expect(try await drafts(vault).collect(into: notes(vault), now: now) == 0)
        #expect(try await notes(vault).list().notes == [note])
    }

    @Test func draftsOfAnErasedVaultDoNotHideOtherDrafts() async throws {
        let former = try await TestVault.open()
        try await drafts(former).prepare()
        try await drafts(former).save(draft("former"))
        let vault = try await TestVault.open()
        try await drafts(vault).prepare()
        try await drafts(vault).save(draft("present"))
        #expect(try await drafts(vault).collect(into: notes(vault), now: now) == 1)
        #expect(try await notes(vault).list().notes.map(\.text) == ["present"])
        #expect(try await records.loadAll(SealedDraft.self).count == 1)
        try await notes(vault).eraseAll()
        #expect(try await records.loadAll(SealedDraft.self).isEmpty)
    }

    @Test("C8 crash after any write neither loses nor duplicates a draft")
    func crashAfterAnyWriteNeitherLosesNorDuplicatesADraft() async throws {
        for writes in 0...3 {
            let (records, vault) = (InMemoryPersistence(), try await TestVault.open())
            let store = CrashingPersistence(records, afterWrites: writes)
            let dying = DraftStore(persistence: store, vault: vault)
            try await dying.prepare()
            var isLeft = false
            do {
                try await dying.save(draft("text"))
                isLeft = true
                _ = try await dying.collect(into: NoteStore(persistence: store, vault: vault), now: now)
            } catch {}
            let next = DraftStore(persistence: records, vault: vault)
            let notes = NoteStore(persistence: records, vault: vault)
            _ = try await next.collect(into: notes, now: now)
            #expect(try await notes.list().notes.map(\.text) == (isLeft || writes > 0 ? ["text"] : []), "\(writes)")
        }
    }
}
