import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing

/// The app's own server, which requires an access token of the session.
struct OrderServer {
    func orders(accessToken: String) async throws(APIError) -> [String] {
        guard !accessToken.isEmpty else { throw .unauthenticated }
        return ["Screen, Phone 7"]
    }
}

/// Tests of an app with an account, without a server.
@MainActor
@Suite struct AccountTests {
    private let server = MockSessionAPI(email: "ann@example.com")
    private let storage = MockSecureStorage()
    private let orders = OrderServer()

    private func launch() async -> SessionModel {
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let session = AppLock.account(
            platform, api: server, reason: "Open the till.", sessionLock: InProcessSessionLock())
        await session.start()
        return session
    }

    @Test func ordersAreReadableOnlyWhileTheTillIsUnlocked() async throws {
        let session = await launch()
        try await session.requestMagicLink(email: server.email)
        #expect(await session.signIn(with: .code("2345-6789", email: server.email)) == .signedIn)
        #expect(await session.setPasscode(try #require(Passcode("593072"))) == .done)
        #expect(session.state == .ready)
        #expect(try await readOrders(session) == ["Screen, Phone 7"])
        #expect(await session.lockNow() == .everywhere)
        await #expect(throws: SessionError.locked) { try await readOrders(session) }
        #expect(await server.calls == [.requestMagicLink, .signIn, .setPasscode, .lock])
    }

    @Test func signingInRequiresTheServer() async throws {
        let session = await launch()
        await server.setOffline(true)
        await #expect(throws: SessionError.api(.offline)) {
            try await session.requestMagicLink(email: server.email)
        }
        #expect(await session.signIn(with: .code("2345-6789", email: server.email)) == .failed(.api(.offline)))
        #expect(session.state == .signedOut)
    }

    private func readOrders(_ session: SessionModel) async throws(SessionError) -> [String] {
        try await session.perform { [orders] token async throws(APIError) in
            try await orders.orders(accessToken: token)
        }
    }
}
