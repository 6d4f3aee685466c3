import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing

/// Tests the notes and the inbox of docs/apple.md.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct NotesTests {
    private let storage = InMemorySecureStorage()
    private let directory: TemporaryDirectory
    private let file: URL
    private let lock: PasscodeService
    private let passcode: Passcode

    init() async throws {
        directory = try TemporaryDirectory()
        // The first note creates its folder.
        file = directory.url.appending(path: "Shop/notes")
        passcode = try #require(Passcode("593072"))
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        lock = AppLock.device(platform, reason: "Open the shop.", afterTenFailures: .erase)
        await lock.start()
    }

    @Test func notesThatCannotBeSealedAreNotShownEmpty() async {
        let notes = Notes(lock, file: file)
        notes.load()
        #expect((notes.all == nil) == (notes.problem != nil))
        #expect(await lock.setPasscode(passcode) == .done)
        notes.load()
        #expect(notes.all == [] && notes.problem == nil)
    }

    @Test func lockingClearsNotesAndUnlockingReloadsThem() async {
        #expect(await lock.setPasscode(passcode) == .done)
        let notes = Notes(lock, file: file)
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

    @Test("C16 only the user deletes notes of another vault")
    func onlyTheUserDeletesNotesOfAnotherVault() async throws {
        #expect(await lock.setPasscode(passcode) == .done)
        let notes = Notes(lock, file: file)
        notes.load()
        #expect(notes.add("Milk"))
        try await lock.erase()
        #expect(await lock.setPasscode(passcode) == .done)
        let stored = try Data(contentsOf: file)
        notes.load()
        #expect(notes.all == nil && notes.isOfAnotherVault && notes.problem != nil)
        #expect(!notes.add("Bread"))
        #expect(try Data(contentsOf: file) == stored)
        notes.erase()
        notes.load()
        #expect(notes.all == [] && !notes.isOfAnotherVault && notes.problem == nil)
        #expect(notes.add("Bread"))
        notes.load()
        #expect(notes.all == ["Bread"])
        notes.erase()
        #expect(notes.problem == nil && !FileManager.default.fileExists(atPath: file.path))
    }

    @Test("C16 biometric-only use and cancelled prompts lose no notes")
    func biometricOnlyUseAndCancelledPromptsLoseNoNotes() async throws {
        let (storage, reader) = (MockSecureStorage(), MockBiometricAuth(.faceID))
        let session = await session(on: storage, reader)
        #expect(await session.useBiometricsOnly() == .done && session.state == .ready)
        let notes = Notes(session, file: file)
        notes.load()
        let isStored = notes.add("Milk")
        #expect(isStored == (notes.problem == nil))
        await reader.failNext(with: .userCanceled)
        let next = await self.session(on: await storage.copy(), reader)
        #expect(await next.setUpLater() == nil)
        let again = Notes(next, file: file)
        again.load()
        #expect(again.all == (isStored ? ["Milk"] : []))
        #expect(again.add("Bread") && again.all?.last == "Bread")
    }

    /// Launches the app, and signs in to an account without a passcode.
    private func session(on storage: MockSecureStorage, _ reader: MockBiometricAuth) async -> SessionModel {
        let platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: reader,
            biometricKey: ReaderGatedBiometricKey(storage: storage, biometrics: reader), sources: [])
        let session = AppLock.account(
            platform, api: MockSessionAPI(), reason: "Open the shop.", sessionLock: InProcessSessionLock())
        await session.start()
        // A reader that responds immediately may have cancelled the prompt before the session was restored.
        if session.state != .signedOut { await session.signInAgain() }
        #expect(await session.signIn(with: .code("2345-6789", email: "ann@example.com")) == .signedIn)
        return session
    }

    @Test func truncatedNotesFileIsReportedAndLeftUnchanged() async throws {
        #expect(await lock.setPasscode(passcode) == .done)
        let notes = Notes(lock, file: file)
        notes.load()
        #expect(notes.add("Milk"))
        let torn = try Data(contentsOf: file).dropLast(20)
        try torn.write(to: file)
        notes.load()
        #expect(notes.all == nil && notes.problem != nil)
        #expect(!notes.add("Bread"))
        #expect(try Data(contentsOf: file) == Data(torn))
    }

    @Test func unreachableNotesFileIsReportedAndNotReplaced() async throws {
        #expect(await lock.setPasscode(passcode) == .done)
        let files = FileManager.default
        try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // A link to itself fails like a disk that does not respond.
        try files.createSymbolicLink(atPath: file.path, withDestinationPath: file.path)
        let notes = Notes(lock, file: file)
        notes.load()
        #expect(notes.all == nil && notes.problem != nil)
        #expect(!notes.add("Bread"))
        #expect(try files.destinationOfSymbolicLink(atPath: file.path) == file.path)
    }

    @Test func messagesReceivedWhileLockedAreReadableAfterUnlocking() async throws {
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
