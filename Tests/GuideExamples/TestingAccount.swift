import LatchkeyAPI
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing

/// A server that is a value: what the app sends goes nowhere.
struct UnreachableServer: HTTPTransport {
    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        throw .notConnected
    }
}

/// How an app tests its account without a server.
@MainActor
@Suite struct AccountTests {
    @Test func nobodySignsInWithoutAServer() async throws {
        let storage = MockSecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage))
        let server = LatchkeyClient(
            server: try #require(ServerURL("https://passcodes.example.com")), transport: UnreachableServer(),
            retries: .none)
        let session = AppLock.account(
            platform, api: server, reason: "Open the till.", turns: InProcessSessionTurns())
        await session.start()
        #expect(session.state == .signedOut)
        await #expect(throws: SessionError.api(.offline)) {
            try await session.requestMagicLink(email: "ann@example.com")
        }
    }
}
