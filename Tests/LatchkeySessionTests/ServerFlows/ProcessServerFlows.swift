import ChildProcess
import Foundation
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeySession

/// Several processes that share one session and one file storage, with a real server.
@Suite(.whereTheServerIsBuilt) @MainActor struct ProcessServerFlows {
    private let server: ServerProcess
    private let directory: TemporaryDirectory
    private let storage: FileSecureStorage
    private let device: Device

    init() throws {
        server = try ServerProcess()
        directory = try TemporaryDirectory()
        let url = directory.url
        storage = try FileSecureStorage(directory: url, key: .file(url.appending(path: "key")))
        var device = try Device(server)
        device.sessionLock = FileSessionLock(file: url.appending(path: "session.lock"))
        self.device = device
    }

    private func ready() async throws -> (App, note: Data) {
        let app = device.app(on: storage)
        await app.launch()
        try await Mailbox(server: server).signIn(app)
        #expect(await app.model.setPasscode(.right) == .done)
        return (app, try app.lock.vault.seal(Data("note".utf8), for: "note"))
    }

    private func child(_ command: String, count: Int = 0) throws -> ChildProcess {
        try ChildProcess(["session", command, directory.url.path, server.url, String(count)])
    }

    /// Expects that the session continues, with stored tokens that the server accepts.
    private func expectTheSessionToGoOn(_ note: Data) async throws {
        let app = device.app(on: storage)
        await app.launch()
        #expect(app.model.state == .locked)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        #expect(app.reads(note))
        #expect(try await app.model.sessions().count == 1)
    }

    @Test("C8 three processes refreshing one session concurrently lose no token")
    func threeProcessesRefreshingOneSessionConcurrentlyLoseNoToken() async throws {
        let (_, note) = try await ready()
        // In total below the server's allowance for a session.
        let children = try (0..<3).map { _ in try child("refresh", count: 4) }
        for child in children {
            #expect(child.nextLine() == "confirmed")
            for _ in 0..<4 { #expect(child.nextLine() == "refreshed") }
            #expect(try child.waitForChange() == .exited(0))
        }
        try await expectTheSessionToGoOn(note)
    }

    @Test("C8 a crash before storing a server response keeps the session")
    func aCrashBeforeStoringAServerResponseKeepsTheSession() async throws {
        let (_, note) = try await ready()
        for _ in 0..<3 {
            let child = try child("die")
            #expect(child.nextLine() == nil)
            #expect(try child.waitForChange() == .killed(by: SIGKILL))
        }
        try await expectTheSessionToGoOn(note)
    }
}
