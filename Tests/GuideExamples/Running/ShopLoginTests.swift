import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import LatchkeyUI
import Testing

/// Tests the login of docs/customization.md.
@MainActor
@Suite struct ShopLoginTests {
    @Test func shopLoginSignsInAndReauthenticatesForAReset() async throws {
        let backend = ShopBackend(200)
        let login = ShopLogin(address: try #require(URL(string: "https://shop.example/id-token")), transport: backend)
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let session = AppLock.account(
            platform, api: MockSessionAPI(), reason: "Open the shop.", sessionLock: InProcessSessionLock())
        await session.start()
        await SignInModel(session, texts: .english).signIn(by: login.teamLogin)
        #expect(session.state == .offeringPasscodeSetup && session.user?.email == "ann@example.com")
        _ = try await login.teamLogin.token(true)
        #expect(
            await backend.requested == ["https://shop.example/id-token", "https://shop.example/id-token?max_age=0"])
    }

    @Test func cancelledLoginHasNoTokenAndRejectionThrows() async throws {
        let address = try #require(URL(string: "https://shop.example/id-token"))
        #expect(
            try await ShopLogin(address: address, transport: ShopBackend(204)).idToken(reauthenticates: false) == nil)
        await #expect(throws: ShopLogin.Failure.self) {
            try await ShopLogin(address: address, transport: ShopBackend(401)).idToken(reauthenticates: false)
        }
    }
}

/// The shop's backend, which returns the same response to each request.
private actor ShopBackend: HTTPTransport {
    private let status: Int
    private(set) var requested: [String] = []

    init(_ status: Int) { self.status = status }

    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        requested.append(request.url.absoluteString)
        return TransportResponse(status: status, body: Data(#"{"id_token":"eyJ"}"#.utf8))
    }
}
