import Foundation
import LatchkeyLock
import LatchkeyPersistence
import Testing

@testable import LatchkeyTerminal

@Suite struct DraftBoxTests {
    private let records = InMemoryPersistence()
    private let date = Date(timeIntervalSince1970: 1_000)

    @Test func whatIsLeftWhileLockedIsThereWhenTheVaultIsOpen() async throws {
        let vault = try await TestVault.open()
        let box = DraftBox(persistence: records, vault: vault)
        try await box.prepare()
        vault.lock()
        let (noteID, id) = (UUID(), UUID())
        try await box.deposit("left behind", noteID: noteID, id: id, date: date)
        await #expect(throws: NoteError.locked) { _ = try await box.collect() }
        try await vault.openUnprotected()
        let draft = Draft(id: id, noteID: noteID, text: "left behind", date: date)
        #expect(try await box.collect() == .init(drafts: [draft]))
    }

    @Test func aNewProcessLeavesDraftsWithoutOpeningTheVault() async throws {
        let vault = try await TestVault.open()
        try await DraftBox(persistence: records, vault: vault).prepare()
        vault.lock()
        try await DraftBox(persistence: records, vault: vault).deposit("left behind", noteID: nil, date: date)
        try await vault.openUnprotected()
        let box = DraftBox(persistence: records, vault: vault)
        #expect(try await box.collect().drafts.map(\.text) == ["left behind"])
        for record in try await records.loadAll(SealedDraft.self) {
            #expect(record.ciphertext.range(of: Data("left".utf8)) == nil)
        }
    }

    @Test func withoutAKeyTheDraftIsRefusedAndNotKeptInTheClear() async throws {
        let vault = try await TestVault.open()
        let box = DraftBox(persistence: records, vault: vault)
        await #expect(throws: NoteError.noDraftKey) { try await box.deposit("text", noteID: nil, date: date) }
        vault.lock()
        await #expect(throws: NoteError.locked) { try await box.prepare() }
        #expect(try await records.loadAll(SealedDraft.self).isEmpty)
    }

    @Test func aDraftStaysUntilItIsDiscardedAndIsLeftOnceUnderOneIdentifier() async throws {
        let box = DraftBox(persistence: records, vault: try await TestVault.open())
        try await box.prepare()
        let id = UUID()
        try await box.deposit("first", noteID: nil, id: id, date: date)
        try await box.deposit("second", noteID: nil, id: id, date: date)
        #expect(try await box.collect().drafts.map(\.text) == ["second"])
        #expect(try await box.collect().drafts.count == 1)
        try await box.discard([id])
        #expect(try await box.collect() == .init())
    }

    @Test func theKeysAreMadeOnce() async throws {
        let vault = try await TestVault.open()
        for _ in 0..<3 { try await DraftBox(persistence: records, vault: vault).prepare() }
        #expect(try await records.loadAll(DraftKey.self).count == 1)
    }

    @Test func anotherVaultsKeyIsNotUsedAndItsDraftsStay() async throws {
        let first = DraftBox(persistence: records, vault: try await TestVault.open())
        try await first.prepare()
        try await first.deposit("first", noteID: nil, date: date)
        let second = DraftBox(persistence: records, vault: try await TestVault.open())
        try await second.prepare()
        try await second.deposit("second", noteID: nil, date: date)
        let collection = try await second.collect()
        #expect(collection.drafts.map(\.text) == ["second"])
        #expect(collection.damaged.count == 1)
        #expect(try await first.collect().drafts.map(\.text) == ["first"])
    }

    @Test func aPublicKeyThatWasReplacedIsNotUsedOnceTheVaultWasOpen() async throws {
        let box = DraftBox(persistence: records, vault: try await TestVault.open())
        try await box.prepare()
        let key = try #require(try await records.loadAll(DraftKey.self).first)
        try await records.save(
            DraftKey(id: key.id, publicKey: Data(repeating: 9, count: 32), sealedPrivateKey: key.sealedPrivateKey))
        try await box.deposit("text", noteID: nil, date: date)
        // Under the key that was confirmed: the true record opens it.
        try await records.save(key)
        #expect(try await box.collect().drafts.map(\.text) == ["text"])
    }

    @Test func aDraftInThePlaceOfAnotherOrDamagedIsReportedAlone() async throws {
        let box = DraftBox(persistence: records, vault: try await TestVault.open())
        try await box.prepare()
        let (one, two) = (UUID(), UUID())
        try await box.deposit("one", noteID: nil, id: one, date: date)
        try await box.deposit("two", noteID: nil, id: two, date: date)
        let sealed = try #require(try await records.load(SealedDraft.self, id: one))
        try await records.save(
            SealedDraft(
                id: two, keyID: sealed.keyID, encapsulatedKey: sealed.encapsulatedKey, ciphertext: sealed.ciphertext))
        let collection = try await box.collect()
        #expect(collection.drafts.map(\.text) == ["one"])
        #expect(collection.damaged == [two])
    }

    @Test func aProcessThatDiesAfterAnyWriteLosesNoDraft() async throws {
        for writes in 0...4 {
            let (records, vault) = (InMemoryPersistence(), try await TestVault.open())
            let store = CrashingPersistence(records, afterWrites: writes)
            // Key, deposit, the note, and only then the discarding.
            let isLeft = await attempt(store, vault)
            let notes = try await NoteStore(persistence: records, vault: vault).list().notes
            let drafts = try await DraftBox(persistence: records, vault: vault).collect().drafts
            #expect(notes.contains { $0.text == "text" } || drafts.contains { $0.text == "text" } || !isLeft)
        }
    }

    /// Returns whether the text was left, as far as its author could know.
    private func attempt(_ store: CrashingPersistence, _ vault: Vault) async -> Bool {
        let box = DraftBox(persistence: store, vault: vault)
        var isLeft = false
        do {
            try await box.prepare()
            try await box.deposit("text", noteID: nil, date: date)
            isLeft = true
            for draft in try await box.collect().drafts {
                let note = Note(id: draft.id, text: draft.text, modified: draft.date)
                try await NoteStore(persistence: store, vault: vault).save(note)
                try await box.discard([draft.id])
            }
        } catch {}
        return isLeft
    }
}
