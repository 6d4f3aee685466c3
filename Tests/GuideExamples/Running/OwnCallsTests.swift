import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import Testing

/// Tests the guide's calls to the app's own server.
@MainActor
@Suite struct OwnCallsTests {
    private let url = URL(filePath: "/tickets")

    /// An unlocked session.
    private func session() async throws -> SessionModel {
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let server = LatchkeyClient(
            server: try #require(ServerURL("https://passcodes.example.com")), transport: Accounts(), retries: .none)
        let session = AppLock.account(
            platform, api: server, reason: "Open the till.", sessionLock: InProcessSessionLock())
        await session.start()
        #expect(await session.signIn(with: .code("K7QF-2M9X", email: "ann@example.com")) == .signedIn)
        #expect(await session.setUpLater() == nil)
        return session
    }

    @Test func successfulResponseBodyIsReturned() async throws {
        #expect(try await session().load(url, over: Tickets([200])) == Data("200".utf8))
        #expect(try await session().load(url, over: Tickets([204])) == Data("204".utf8))
    }

    @Test(arguments: [403, 404, 500])
    func rejectedCallThrows(status: Int) async throws {
        let session = try await session()
        await #expect { try await session.load(url, over: Tickets([status])) } throws: {
            ($0 as? SessionModel.Rejected)?.status == status
        }
        #expect(session.state == .ready)
    }

    @Test(arguments: [401, 423])
    func rejectedTokenIsRefreshedOnlyOnce(status: Int) async throws {
        let session = try await session()
        #expect(try await session.load(url, over: Tickets([status, 200])) == Data("200".utf8))
        let error = status == 401 ? APIError.unauthenticated : .locked
        await #expect(throws: SessionError.api(error)) { try await session.load(url, over: Tickets([status, status])) }
    }

    @Test func passcodeChallengeIsReportedWithoutATokenRefresh() async throws {
        let session = try await session()
        let challenge = #"Bearer error="insufficient_user_authentication", max_age="300""#
        // The second response is not requested.
        let tickets = Tickets([401, 200], challenge: challenge)
        await #expect(throws: SessionError.api(.passcodeTooOld(maxAge: .seconds(300)))) {
            try await session.load(url, over: tickets)
        }
        #expect(session.state == .ready)
        // Any other challenge refreshes the token.
        let ended = Tickets([401, 200], challenge: #"Bearer error="invalid_token""#)
        #expect(try await session.load(url, over: ended) == Data("200".utf8))
    }

    @Test(arguments: [HTTPTransportError.cancelled, .notConnected])
    func cancelledCallIsNotReportedAsOffline(error: HTTPTransportError) async throws {
        let session = try await session()
        await #expect(throws: error) { try await session.load(url, over: Tickets([], then: error)) }
    }
}

/// The app's own server. It returns the given statuses, each also as the body, and then fails.
private actor Tickets: HTTPTransport {
    private var statuses: [Int]
    private let challenge: String?
    private let error: HTTPTransportError

    /// - Parameter challenge: The `WWW-Authenticate` of each 401.
    init(_ statuses: [Int], challenge: String? = nil, then error: HTTPTransportError = .connectionLost) {
        (self.statuses, self.challenge, self.error) = (statuses, challenge, error)
    }

    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        guard !statuses.isEmpty, request.headers["Authorization"]?.hasPrefix("Bearer ") == true else { throw error }
        let status = statuses.removeFirst()
        let headers = status == 401 ? challenge.map { ["Www-Authenticate": $0] } : nil
        return TransportResponse(status: status, headers: headers ?? [:], body: Data(String(status).utf8))
    }
}

/// A server that accepts each sign-in, to an account without a passcode.
private struct Accounts: HTTPTransport {
    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        let user = User(
            id: "ann", email: "ann@example.com", hasPasscode: false, passcodeEnabled: false, passcodeTimeoutMinutes: 15,
            locked: false, language: "en")
        let session = SessionResponse(
            accessToken: UUID().uuidString, accessExpiresIn: 900, refreshToken: UUID().uuidString,
            refreshExpiresIn: 2_592_000, user: user)
        guard let body = try? WireFormat.makeEncoder().encode(session) else { throw .connectionLost }
        return TransportResponse(status: 200, body: body)
    }
}
