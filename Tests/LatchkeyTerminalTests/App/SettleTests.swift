import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing

@testable import LatchkeyTerminal

/// Pending work before a process ends.
@MainActor @Suite struct SettleTests {
    private let storage = InMemorySecureStorage()
    private let server = FakeServer()

    /// Returns the session of a new process.
    private func launched() async -> SessionModel {
        let vault = TestVault.relaunched(on: storage)
        let lock = PasscodeService(vault: vault, biometrics: NoBiometrics(), reason: "Unlock the test.")
        let auth = AuthService(api: server, storage: storage, vault: vault, sessionLock: InProcessSessionLock())
        let session = SessionModel(auth: auth, lock: lock)
        await session.start()
        return session
    }

    @Test func launchWithoutAPasscodeRevokesTheSessionOnTheServer() async {
        let first = await launched()
        _ = await first.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await first.setUpLater() == nil)
        #expect(await !server.sessions.isEmpty)
        // Delays the server beyond the end of a process that does not wait.
        await server.setOnCall { _ in for _ in 1...100 { await Task.yield() } }
        let next = await launched()
        #expect(next.state == .signedOut)
        await next.settle(atMost: .seconds(300))
        #expect(await server.sessions.isEmpty)
    }

    @Test func endWaitsForTheDeletionOfAReplacedKey() async throws {
        await server.setPolicy(User.Policy(serverUnlockRequired: true))
        let run = try TestRun(TestFolders(), server: server, storage: storage)
        try await run.prepare(note: "a note")
        await server.setOnCall { _ in for _ in 1...100 { await Task.yield() } }
        let passcode = try #require(Passcode(TestRun.passcode))
        #expect(await run.session.disablePasscode(confirming: passcode) == .done)
        await run.session.settle(atMost: .seconds(300))
        #expect(await server.devices.activeKeys.isEmpty)
    }
}
