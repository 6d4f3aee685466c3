import ChildProcess
import Foundation
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

/// Runs the notes and the inbox that docs/apple.md shows.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct NotesTests {
    private let storage = InMemorySecureStorage()
    private let directory: TemporaryDirectory
    private let file: URL
    private let lock: PasscodeService
    private let passcode: Passcode

    init() async throws {
        directory = try TemporaryDirectory()
        // Its folder is made by the first note.
        file = directory.url.appending(path: "Shop/notes")
        passcode = try #require(Passcode("593072"))
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        lock = AppLock.device(platform, reason: "Open the shop.", afterTenFailures: .erase)
        await lock.start()
    }

    @Test func notesThatCannotBeSealedYetAreNotShownAsNone() async {
        let notes = Notes(lock.status, file: file)
        notes.load()
        #expect((notes.all == nil) == (notes.problem != nil))
        #expect(await lock.setPasscode(passcode) == .done)
        notes.load()
        #expect(notes.all == [] && notes.problem == nil)
    }

    @Test func aLockForgetsTheNotesWithoutAnyViewAndAnUnlockReadsThem() async {
        #expect(await lock.setPasscode(passcode) == .done)
        let notes = Notes(lock.status, file: file)
        notes.load()
        #expect(notes.add("Milk") && notes.add("Milk"))
        lock.lockApp()
        while notes.all != nil, !Task.isCancelled { await Task.yield() }
        #expect(notes.all == nil)
        #expect(!notes.add("Bread"))
        #expect(await lock.unlock(with: passcode) == .unlocked)
        while notes.all == nil, !Task.isCancelled { await Task.yield() }
        #expect(notes.all == ["Milk", "Milk"])
    }

    @Test func theNotesOfAnErasedVaultAreDeletedAndNewOnesKept() async throws {
        #expect(await lock.setPasscode(passcode) == .done)
        let notes = Notes(lock.status, file: file)
        notes.load()
        #expect(notes.add("Milk"))
        try await lock.erase()
        #expect(await lock.setPasscode(passcode) == .done)
        notes.load()
        #expect(notes.all == [] && !FileManager.default.fileExists(atPath: file.path))
        #expect(notes.add("Bread"))
        notes.load()
        #expect(notes.all == ["Bread"])
        notes.erase()
        #expect(notes.problem == nil && !FileManager.default.fileExists(atPath: file.path))
    }

    @Test func aTornFileIsSaidAndKept() async throws {
        #expect(await lock.setPasscode(passcode) == .done)
        let notes = Notes(lock.status, file: file)
        notes.load()
        #expect(notes.add("Milk"))
        let torn = try Data(contentsOf: file).dropLast(20)
        try torn.write(to: file)
        notes.load()
        #expect(notes.all == nil && notes.problem != nil)
        #expect(!notes.add("Bread"))
        #expect(try Data(contentsOf: file) == Data(torn))
    }

    @Test func whatArrivesWhileLockedIsReadAfterwards() async throws {
        let inbox = Inbox(vault: lock.vault)
        #expect(await lock.setPasscode(passcode) == .done)
        try await inbox.prepare()
        lock.lockApp()
        let sealed = try #require(try await inbox.seal("A repair came in."))
        #expect(throws: VaultError.locked) { try inbox.open(sealed) }
        #expect(await lock.unlock(with: passcode) == .unlocked)
        #expect(try inbox.open(sealed) == "A repair came in.")
    }
}
