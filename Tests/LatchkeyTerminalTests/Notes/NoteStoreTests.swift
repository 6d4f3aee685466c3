import Foundation
import LatchkeyLock
import LatchkeyPersistence
import Testing

@testable import LatchkeyTerminal

@Suite struct NoteStoreTests {
    private let records = InMemoryPersistence()

    private func note(_ text: String, at time: Double = 0) -> Note {
        Note(id: UUID(), text: text, modified: Date(timeIntervalSince1970: time))
    }

    @Test func titleIsTheFirstNonblankLine() {
        #expect(note("\n  \n  One \r\ntwo").title == "One")
        #expect(note(" \n\t").title == "")
    }

    @Test func notesAreListedNewestFirst() async throws {
        let store = NoteStore(persistence: records, vault: try await TestVault.open())
        let notes = [note("b", at: 2), note("c", at: 3), note("a", at: 1)]
        for note in notes { try await store.save(note) }
        #expect(try await store.list() == .init(notes: [notes[1], notes[0], notes[2]]))
        #expect(try await store.read(notes[0].id) == notes[0])
        #expect(try await store.read(UUID()) == nil)
    }

    @Test func savingReplacesAndDeletingRemovesANote() async throws {
        let store = NoteStore(persistence: records, vault: try await TestVault.open())
        var (one, two) = (note("one"), note("two"))
        try await store.save(one)
        try await store.save(two)
        one.text = "changed"
        try await store.save(one)
        #expect(try await store.read(one.id)?.text == "changed")
        try await store.delete(one.id)
        try await store.delete(one.id)
        #expect(try await store.list().notes == [two])
        two.text = ""
    }

    @Test("C1 locked vault rejects reading, writing and deleting notes")
    func lockedVaultRejectsReadingWritingAndDeletingNotes()
        async throws
    {
        let vault = try await TestVault.open()
        let store = NoteStore(persistence: records, vault: vault)
        let note = note("secret")
        try await store.save(note)
        vault.lock()
        await #expect(throws: NoteError.locked) { _ = try await store.list() }
        await #expect(throws: NoteError.locked) { _ = try await store.read(note.id) }
        await #expect(throws: NoteError.locked) { try await store.save(note) }
        await #expect(throws: NoteError.locked) { try await store.delete(note.id) }
        #expect(try await records.loadAll(SealedNote.self).count == 1)
    }

    @Test func storedNotesContainNoPlaintext() async throws {
        let store = NoteStore(persistence: records, vault: try await TestVault.open())
        try await store.save(note("needle in a haystack"))
        for record in try await records.loadAll(SealedNote.self) {
            #expect(record.sealed.range(of: Data("needle".utf8)) == nil)
        }
    }

    @Test func swappedNoteRecordIsReportedDamagedWithoutHidingOthers() async throws {
        let store = NoteStore(persistence: records, vault: try await TestVault.open())
        let (one, two, three) = (note("one"), note("two"), note("three"))
        for note in [one, two, three] { try await store.save(note) }
        let sealed = try #require(try await records.load(SealedNote.self, id: one.id)?.sealed)
        try await records.save(SealedNote(id: two.id, sealed: sealed))
        await #expect(throws: NoteError.damaged(two.id)) { _ = try await store.read(two.id) }
        let listing = try await store.list()
        #expect(listing.damaged == [two.id])
        #expect(Set(listing.notes) == [one, three])
        // The damaged record is kept.
        #expect(try await records.load(SealedNote.self, id: two.id)?.sealed == sealed)
    }

    @Test func everyFlippedByteMarksANoteAsDamaged() async throws {
        let store = NoteStore(persistence: records, vault: try await TestVault.open())
        let note = note("text")
        try await store.save(note)
        let sealed = try #require(try await records.load(SealedNote.self, id: note.id)?.sealed)
        for index in sealed.indices.dropFirst() {
            var bytes = sealed
            bytes[index] ^= 1
            try await records.save(SealedNote(id: note.id, sealed: bytes))
            #expect(try await store.list() == .init(damaged: [note.id]))
        }
        try await records.save(SealedNote(id: note.id, sealed: Data()))
        #expect(try await store.list() == .init(damaged: [note.id]))
    }

    @Test func recordWithAMalformedSealDecodesWithoutData() async throws {
        let id = UUID()
        let decoded = try JSONDecoder().decode(SealedNote.self, from: Data(#"{"id":"\#(id)","sealed":7}"#.utf8))
        #expect((decoded.id, decoded.sealed) == (id, Data()))
    }

    @Test func crashDuringSavingLeavesTheOldOrNewNote() async throws {
        let vault = try await TestVault.open()
        var note = note("old")
        try await NoteStore(persistence: records, vault: vault).save(note)
        note.text = "new"
        for writes in 0...1 {
            let dying = NoteStore(persistence: CrashingPersistence(records, afterWrites: writes), vault: vault)
            await #expect(throws: NoteError.self) { try await dying.save(note) }
            let left = try await NoteStore(persistence: records, vault: vault).list()
            #expect(left.notes.map(\.text) == [writes == 0 ? "old" : "new"])
        }
    }
}
