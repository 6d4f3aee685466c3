import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Tokens that were never issued or have ended.
@Suite struct JunkTokenTests {
    private static let junk = OpaqueToken.make(from: SystemRandomSource()).text

    /// Each call with a session or refresh token, otherwise with a valid body.
    private static let calls: [(method: HTTPRequest.Method, path: String, body: String, problem: String)] = [
        (.post, "/api/auth/refresh", #"{"refresh_token":"\#(junk)"}"#, "unauthenticated"),
        (.get, "/api/auth/me", "{}", "unauthenticated"),
        (.get, "/api/auth/gate", "{}", "unauthenticated"),
        (.get, "/api/auth/sessions", "{}", "unauthenticated"),
        (.post, "/api/auth/lock", "{}", "unauthenticated"),
        (.post, "/api/auth/logout", "{}", ""),
        (.post, "/api/auth/verify-passcode", #"{"passcode":"739105"}"#, "unauthenticated"),
        (.post, "/api/auth/set-passcode", #"{"passcode":"739105"}"#, "unauthenticated"),
        (.patch, "/api/auth/passcode-settings", #"{"passcode_enabled":true}"#, "unauthenticated"),
        (.delete, "/api/auth/sessions", "{}", "unauthenticated"),
        (.delete, "/api/auth/account", "{}", "unauthenticated"),
    ]

    @Test("V9 an unknown token is read without a lock", arguments: calls)
    func anUnknownTokenIsReadWithoutALock(method: HTTPRequest.Method, path: String, body: String, problem: String)
        async throws
    {
        try await TestServer.run { server in
            let store = FaultyStore(server.dependencies.store)
            try await TestServer.run(sharing: server, store: store) { server in
                let session = try await server.signInWithPasscode()
                store.failWrites()
                let rejected = try await server.send(method, path, body, bearer: Self.junk)
                #expect(rejected.problem == problem)
                // A valid token of another kind, and an ended one.
                if path != "/api/auth/refresh" {
                    let other = try await server.send(method, path, body, bearer: session.refreshToken)
                    #expect(other.problem == problem)
                }
                server.clock.advance(by: .days(31))
                let dead = path == "/api/auth/refresh" ? session.refreshToken : session.accessToken
                let ended = try await server.send(
                    method, path, body.replacing(Self.junk, with: dead), bearer: session.accessToken)
                #expect(ended.problem == problem)
            }
        }
    }
}
