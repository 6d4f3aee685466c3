import Foundation
import HTTPTypes
import LatchkeyAPI
import PasskeyTestSupport
import Testing

@testable import LatchkeyServer

/// Limits of all calls about passkeys: account, rate and origin.
@Suite struct PasskeyAccessTests {
    @Test("V17 another account's passkey is not found")
    func anotherAccountsPasskeyIsNotFound() async throws {
        try await TestServer.run { server in
            let (_, _) = try await server.signInWithPasskey()
            let (bob, _) = try await server.signInWithPasskey("bob@example.com")
            let id = try #require(try await server.storedPasskeys().first?.id)
            let path = "\(TestServer.passkeys)/\(id)"
            let token = bob.accessToken
            #expect(try await server.send(.patch, path, #"{"name":"x"}"#, bearer: token).problem == "not-found")
            #expect(try await server.send(.delete, path, bearer: token).problem == "not-found")
            #expect(try await !server.listPasskeys(bob).map(\.id).contains(id))
            #expect(try await server.storedPasskeys().first?.name == "Laptop")
        }
    }

    @Test("V9 passkey requests use the session's rate limit")
    func passkeyRequestsUseTheSessionsRateLimit() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let token = session.accessToken
            let id = try #require(try await server.listPasskeys(session).first?.id)
            let body = try await passkey.body(passkey.assert(server.challenge(TestServer.unlock, bearer: token)))
            for _ in 0..<17 { _ = try await server.changeSettings(#"{"language":"fr"}"#, session) }
            let path = "\(TestServer.passkeys)/\(id)"
            let responses = try await [
                server.post(TestServer.passkeys + "/options", bearer: token),
                server.post(TestServer.unlock + "/options", bearer: token),
                server.post(TestServer.unlock, body, bearer: token),
                server.send(.patch, path, #"{"name":"x"}"#, bearer: token),
                server.send(.delete, path, bearer: token),
            ]
            #expect(responses.allSatisfy { $0.problem == "too-many-requests" && $0.headers[.retryAfter] == "10" })
            server.clock.advance(by: .seconds(10))
            #expect(try await server.post(TestServer.unlock, body, bearer: token).status == 200)
        }
    }

    @Test("V12 all passkey calls by cookie require the same origin")
    func allPasskeyCallsByCookieRequireTheSameOrigin() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            #expect(try await server.add(server.newPasskey(), cookie: cookie).status == 201)
            let id = try #require(try await server.storedPasskeys().first?.id)
            let calls: [(HTTPRequest.Method, String)] = [
                (.post, "/passkeys/options"), (.post, "/passkeys"), (.patch, "/passkeys/\(id)"),
                (.delete, "/passkeys/\(id)"), (.post, "/unlock/options"), (.post, "/unlock"),
            ]
            let before = try await server.storedSessions()
            for (method, path) in calls {
                let response = try await server.send(
                    method, "/api/auth" + path, "{}", cookie: cookie, headers: Collision.foreign)
                #expect(response.problem == "cross-site-request", "\(path)")
            }
            #expect(try await server.storedSessions() == before)
            #expect(try await server.storedPasskeys().count == 1)
        }
    }
}
