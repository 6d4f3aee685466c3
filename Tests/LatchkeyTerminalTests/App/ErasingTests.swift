import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeyPersistence
import LatchkeySQLite
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession
@testable import LatchkeyTerminal

/// A device whose app restarts repeatedly, with the real stores.
@MainActor private struct StartedAgain {
    let folders: TestFolders
    private let server = FakeServer()

    /// Creates a signed-in device with a passcode and a note.
    init() async throws {
        folders = try TestFolders()
        try await run().prepare(note: "marjoram")
    }

    func run() throws -> TestRun { try run(on: folders.storage()) }

    func run(on storage: some SecureStorageProtocol) throws -> TestRun {
        try TestRun.restarted(folders, server: server, storage: storage)
    }

    func count() async throws -> Int {
        try await SQLitePersistence(url: folders.settings.folder.notes).loadAll(SealedNote.self).count
    }

    /// Starts the app, ends it at its first screen, and returns whether that requires a sign-in.
    func startAndEnd() async throws -> Bool {
        let next = try run()
        next.start()
        try await until { next.app.stack.first.map { !($0 is MessageScreen) } == true }
        let isSignedOut = next.session.state == .signedOut
        // Work that started with the screen is complete before a key ends the app.
        await next.session.settle()
        try await next.end()
        return isSignedOut
    }
}

/// Deletion of notes, and notes that must remain.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ErasingTests {
    @Test("C16 notes survive a start without the secrets folder")
    func notesSurviveAStartWithoutTheSecretsFolder() async throws {
        let device = try await StartedAgain()
        let folders = device.folders
        let aside = folders.url.appending(path: "aside")
        try FileManager.default.moveItem(at: folders.secrets, to: aside)
        #expect(try await device.startAndEnd())
        #expect(try await device.count() == 1)
        try? FileManager.default.removeItem(at: folders.secrets)
        try FileManager.default.moveItem(at: aside, to: folders.secrets)
        let last = try device.run()
        await last.session.start()
        #expect(last.session.state == .locked)
        #expect(await last.session.unlock(with: try #require(Passcode(TestRun.passcode))) == .unlocked)
        #expect(try await last.workspace.notes.list().notes.map(\.text) == ["marjoram"])
    }

    @Test("C16 notes survive the loss of any secrets file")
    func notesSurviveTheLossOfAnySecretsFile() async throws {
        let device = try await StartedAgain()
        let folders = device.folders
        let aside = folders.url.appending(path: "aside")
        try FileManager.default.copyItem(at: folders.secrets, to: aside)
        let names = try FileManager.default.contentsOfDirectory(atPath: aside.path)
        #expect(names.count >= 4)
        for name in names {
            try FileManager.default.removeItem(at: folders.secrets.appending(path: name))
            _ = try await device.startAndEnd()
            #expect(try await device.count() == 1, "\(name)")
            try FileManager.default.removeItem(at: folders.secrets)
            try FileManager.default.copyItem(at: aside, to: folders.secrets)
        }
    }

    @Test("C16 sign-out deletes the notes even if interrupted")
    func signOutDeletesTheNotesEvenIfInterrupted() async throws {
        var isDone = false
        for writes in 1...20 where !isDone {
            let device = try await StartedAgain()
            let storage = try device.folders.storage()
            let next = try device.run(on: CrashingSecureStorage(storage, afterWrites: writes))
            await next.session.start()
            isDone = await next.session.signOut() == nil
            let left = try await SessionStore(storage: storage).load()
            _ = try await device.startAndEnd()
            #expect(try await device.count() == (left == nil || left?.isSigningOut == true ? 0 : 1), "\(writes)")
        }
        #expect(isDone)
    }
}
