import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing

/// Tests the guides' reset of a forgotten passcode.
@MainActor
@Suite struct ForgottenPasscodeTests {
    private let server = MockSessionAPI()

    private func launch(on storage: MockSecureStorage) async -> SessionModel {
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let session = AppLock.account(
            platform, api: server, reason: "Open the till.", sessionLock: InProcessSessionLock())
        await session.start()
        return session
    }

    @Test func emailedCodeResetsThePasscodeWithoutDataLoss() async throws {
        let storage = MockSecureStorage()
        let first = await launch(on: storage)
        #expect(await first.signIn(with: .code("2345-6789", email: server.email)) == .signedIn)
        #expect(await first.setPasscode(try #require(Passcode("593072"))) == .done)
        let note = try first.vault.seal(Data("note".utf8), for: "notes")
        await first.lockNow()
        #expect(try await ForgottenPasscode(session: first).request(), "the address is known")

        let session = await launch(on: await storage.copy())
        let forgotten = ForgottenPasscode(session: session)
        #expect(try await !forgotten.request(), "after a relaunch it is not")
        try await forgotten.request(email: server.email)
        let new = try #require(Passcode("284170"))
        #expect(await forgotten.reset(to: new, code: "2345-6789", email: server.email) == .done)
        #expect(session.state == .ready && session.notice == .passcodeReset)
        #expect(try session.vault.open(note, for: "notes") == Data("note".utf8))
    }
}
