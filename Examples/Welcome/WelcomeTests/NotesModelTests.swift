import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeyPersistence
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

/// Tests of the notes with the four mocks: no file, Keychain or prompt.
@MainActor
@Suite struct NotesModelTests {
    private let models = MockModelStore()
    private let storage = MockSecureStorage()
    private let biometrics = MockBiometricAuth(.faceID)
    private let lifecycle = MockAppLifecycle(initialState: .active)
    private let passcode = Passcode("593072")
    private let lock: PasscodeService

    init() async throws {
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        lock = AppLock.device(platform.withCheapPasscodes, reason: "Test.", afterTenFailures: .unlimited)
        await lock.start()
        #expect(await lock.setPasscode(try #require(passcode)) == .done)
    }

    private func launch() async -> NotesModel {
        let notes = NotesModel(
            lock: lock, models: models, storage: storage, biometrics: biometrics, lifecycle: lifecycle)
        await notes.lockChanged()
        return notes
    }

    private func add(_ text: String, to notes: NotesModel) async throws -> Note {
        notes.draft = text
        await notes.add()
        return try #require(models.models(Note.self).last)
    }

    @Test("MASVS-STORAGE-2 a stored note contains no readable text")
    func aStoredNoteContainsNoReadableText() async throws {
        let notes = await launch()
        let note = try await add("Milk", to: notes)
        #expect(note.sealed.range(of: Data("Milk".utf8)) == nil)
        #expect(notes.content(of: note) == .text("Milk"))
        #expect(notes.draft.isEmpty && notes.problem == nil)
    }

    @Test func lockedNotesAreNotShown() async throws {
        let notes = await launch()
        let note = try await add("Milk", to: notes)
        lock.lockApp()
        #expect(notes.content(of: note) == .locked)
        #expect(await lock.unlock(with: try #require(passcode)) == .unlocked)
        #expect(notes.content(of: note) == .text("Milk"))
    }

    @Test("C16 note of another vault is kept and shown unreadable")
    func noteOfAnotherVaultIsKeptAndShownUnreadable() async throws {
        let notes = await launch()
        let note = try await add("Milk", to: notes)
        try await lock.erase()
        #expect(await lock.setPasscode(try #require(passcode)) == .done)
        #expect(notes.content(of: note) == .unreadable)
        _ = try await add("Bread", to: notes)
        #expect(models.models(Note.self).count == 2)
    }

    @Test func failedSaveKeepsTheNoteAsADraft() async {
        let notes = await launch()
        notes.draft = "Milk"
        models.failNext(with: .saveFailed(reason: "full"))
        await notes.add()
        #expect(notes.draft == "Milk" && notes.problem != nil)
        await notes.add()
        #expect(models.models(Note.self).count == 1 && notes.draft.isEmpty && notes.problem == nil)
    }

    @Test func unstoredDraftIsStoredWhenAppEntersBackground() async throws {
        let notes = await launch()
        await storage.breakRecord(for: NotesModel.draftKey, with: .locked)
        notes.draft = "Mi"
        await notes.keepDraft()
        #expect(notes.problem != nil)
        await storage.breakRecord(for: NotesModel.draftKey, with: nil)
        await lifecycle.simulateBackground()
        #expect(await launch().draft == "Mi")
    }

    @Test func draftIsStoredAtEachChange() async throws {
        let notes = await launch()
        notes.draft = "Mi"
        for _ in 1...1000 where try await !storage.exists(for: NotesModel.draftKey) { await Task.yield() }
        #expect(await launch().draft == "Mi")
    }

    @Test func emptyDraftIsDeletedWhenAppEntersBackground() async throws {
        try await write("Mi")
        let notes = await launch()
        #expect(notes.draft == "Mi")
        notes.draft = ""
        await lifecycle.simulateBackground()
        #expect(try await !storage.exists(for: NotesModel.draftKey))
    }

    @Test func draftIsEncryptedAndClearedWhenTheAppLocks() async throws {
        let notes = await launch()
        notes.draft = "Mi"
        lock.lockApp()
        await notes.lockChanged()
        #expect(notes.draft.isEmpty && !notes.isDraftRead)
        let stored = try #require(try await storage.load(Data.self, for: NotesModel.draftKey))
        #expect(stored.range(of: Data("Mi".utf8)) == nil)
        #expect(await lock.unlock(with: try #require(passcode)) == .unlocked)
        await notes.lockChanged()
        #expect(notes.draft == "Mi")
    }

    @Test func draftIsNotClearedIfStoringItFails() async throws {
        let notes = await launch()
        await storage.breakRecord(for: NotesModel.draftKey, with: .locked)
        notes.draft = "Mi"
        lock.lockApp()
        await notes.lockChanged()
        #expect(notes.draft == "Mi" && notes.problem != nil)
        await storage.breakRecord(for: NotesModel.draftKey, with: nil)
        await notes.lockChanged()
        #expect(notes.draft.isEmpty)
        #expect(try await storage.exists(for: NotesModel.draftKey))
    }

    @Test func draftChangeAfterALockIsStoredAfterUnlocking() async throws {
        let notes = await launch()
        notes.draft = "Mi"
        lock.lockApp()
        notes.draft = "Milk"
        await notes.lockChanged()
        #expect(notes.draft == "Milk")
        #expect(await lock.unlock(with: try #require(passcode)) == .unlocked)
        await notes.lockChanged()
        await notes.keepDraft()
        #expect(await launch().draft == "Milk")
    }

    @Test("C4 an unreadable draft is never overwritten")
    func anUnreadableDraftIsNeverOverwritten() async throws {
        try await write("Mi")
        await storage.failNext(with: .locked, on: .load)
        let notes = await launch()
        #expect(!notes.isDraftRead && notes.problem != nil)
        notes.draft = "Bread"
        await notes.add()
        await lifecycle.simulateBackground()
        #expect(await launch().draft == "Mi")
        #expect(models.models(Note.self).isEmpty)
    }

    @Test func secondWindowDoesNotReadTheDraftAgain() async throws {
        try await write("Mi")
        let reading = MockSecureStorage.Call.load(key: NotesModel.draftKey, prompt: nil)
        let before = await storage.calls.count { $0 == reading }
        let notes = NotesModel(
            lock: lock, models: models, storage: storage, biometrics: biometrics, lifecycle: lifecycle)
        async let first: Void = notes.lockChanged()
        async let second: Void = notes.lockChanged()
        _ = await (first, second)
        #expect(notes.draft == "Mi")
        #expect(await storage.calls.count { $0 == reading } == before + 1)
    }

    @Test("C16 draft of another vault is kept until deletion is confirmed")
    func draftOfAnotherVaultIsKeptUntilDeletionIsConfirmed() async throws {
        try await write("Mi")
        let sealed = try #require(try await storage.load(Data.self, for: NotesModel.draftKey))
        try await lock.erase()
        #expect(await lock.setPasscode(try #require(passcode)) == .done)
        try await write("Bread")
        let notes = await launch()
        #expect(notes.isDraftUnreadable && !notes.isDraftRead && notes.problem == nil)
        await biometrics.failNext(with: .userCanceled)
        await notes.deleteDraft()
        await storage.failNext(with: .locked, on: .delete)
        await notes.deleteDraft()
        #expect(notes.isDraftUnreadable && notes.problem != nil)
        #expect(try await storage.load(Data.self, for: NotesModel.draftKey) == sealed)
        await notes.deleteDraft()
        #expect(notes.isDraftRead && !notes.isDraftUnreadable && notes.problem == nil)
        #expect(try await !storage.exists(for: NotesModel.draftKey))
    }

    @Test("C16 deleting an unreadable draft keeps a newer one")
    func deletingAnUnreadableDraftKeepsANewerOne() async throws {
        try await write("Mi")
        try await lock.erase()
        #expect(await lock.setPasscode(try #require(passcode)) == .done)
        let notes = await launch()
        await notes.deleteDraft()
        notes.draft = "Bread"
        await notes.keepDraft()
        // The second window's alert was still open.
        await notes.deleteDraft()
        #expect(await launch().draft == "Bread")
    }

    private func write(_ text: String) async throws {
        let notes = await launch()
        notes.draft = text
        await notes.keepDraft()
    }

    @Test func deletingANoteRequiresAuthentication() async throws {
        let notes = await launch()
        let note = try await add("Milk", to: notes)
        await biometrics.failNext(with: .userCanceled)
        await notes.delete(note)
        #expect(models.models(Note.self).count == 1 && notes.problem == nil)
        await biometrics.failNext(with: .authenticationFailed)
        await notes.delete(note)
        #expect(models.models(Note.self).count == 1 && notes.problem != nil)
        await notes.delete(note)
        #expect(models.models(Note.self).isEmpty && notes.problem == nil)
    }

    @Test func deviceWithoutAPasscodeDeletesNotesWithoutAuthentication() async throws {
        let notes = await launch()
        let note = try await add("Milk", to: notes)
        await biometrics.setState(.failure(.devicePasscodeNotSet))
        await notes.delete(note)
        #expect(models.models(Note.self).isEmpty && notes.problem == nil)
    }
}
