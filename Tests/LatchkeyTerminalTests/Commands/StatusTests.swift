import LatchkeyAPI
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing

@testable import LatchkeyTerminal

@MainActor @Suite struct StatusTests {
    @Test func statusNamesTheCauseOfAShutDevice() async throws {
        let server = FakeServer()
        await server.setPolicy(User.Policy(serverUnlockRequired: true))
        let run = try TestRun(TestFolders(), server: server, storage: InMemorySecureStorage())
        try await run.prepare(note: "a note")
        run.session.lock.requireLock()
        await server.devices.shutAll()
        let passcode = try #require(Passcode(TestRun.passcode))
        #expect(await run.session.unlock(with: passcode) == .shut)
        let status = try await Status(of: run.workspace.environment)
        #expect(status.state == .shut && status.unlock == nil)
        #expect(status.text(in: .english).contains("This device was shut."))
    }

    @Test func changedEnrolmentIsNotReportedAsFailedAttempts() async throws {
        let (home, session) = (try TestFolders(), SessionModel.test())
        try await session.vault.create(.biometricsOnly, since: session.vault.epoch)
        try await session.vault.deleteBiometricSecret()
        let status = try await Status(
            of: AppEnvironment(
                texts: .english, settings: home.settings, lifecycle: AppLifecycleManager(initialState: .active),
                session: session, variables: home.environment))
        #expect(status.state == .signedOut && !status.passcode)
    }
}
