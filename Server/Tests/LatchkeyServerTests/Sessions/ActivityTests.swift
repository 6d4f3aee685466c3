import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Requests that are activity of a session, and others.
@Suite struct ActivityTests {
    @Test(
        "V13 NIST-5.2-3 requests keep a session unlocked",
        arguments: ["/api/auth/sessions", "/api/auth/activity", "/settings/security"])
    func requestsKeepASessionUnlocked(path: String) async throws {
        try await expectLocked(false) { (server, cookie) async throws in
            #expect(try await server.get(path, cookie: cookie).status == 200)
        }
    }

    @Test("V13 a malformed request counts as activity")
    func aMalformedRequestCountsAsActivity() async throws {
        try await expectLocked(false) { (server, cookie) async throws in
            #expect(try await server.post("/api/auth/set-passcode", "{}", cookie: cookie).status == 400)
        }
    }

    @Test("V13 me, failed verifications and assets do not count as activity")
    func meFailedVerificationsAndAssetsDoNotCountAsActivity() async throws {
        try await expectLocked(true) { (server, cookie) async throws in
            #expect(try await server.get("/api/auth/me", cookie: cookie).status == 200)
            #expect(try await server.get("/assets/\(AssetLibrary.current)/latchkey.css", cookie: cookie).status == 200)
            #expect(try await server.verify(TestServer.wrongPasscode, cookie: cookie).status == 403)
        }
    }

    @Test("V13 refresh does not count as activity")
    func refreshDoesNotCountAsActivity() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .minutes(8))
            let refreshed = try await server.refresh(session.refreshToken).session()
            server.clock.advance(by: .minutes(8))
            #expect(try await server.status(refreshed) == 423)
        }
    }

    @Test("V13 stored activity lags by less than five seconds")
    func storedActivityLagsByLessThanFiveSeconds() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            let start = server.clock.now
            server.clock.advance(by: .milliseconds(4_999))
            _ = try await server.get("/api/auth/sessions", cookie: cookie)
            #expect(try await server.storedSessions().first?.lastActiveAt == start)
            server.clock.advance(by: .milliseconds(1))
            _ = try await server.get("/api/auth/sessions", cookie: cookie)
            #expect(try await server.storedSessions().first?.lastActiveAt == server.clock.now)
        }
    }

    @Test("V13 requests while locked do not unlock a session")
    func requestsWhileLockedDoNotUnlockASession() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            server.clock.advance(by: .minutes(15))
            _ = try await server.post("/api/auth/reset-passcode-request", "{}", cookie: cookie)
            _ = try await server.get("/lock", cookie: cookie)
            _ = try await server.get("/api/auth/sessions", cookie: cookie)
            #expect(try await server.get("/api/auth/me", cookie: cookie).decode(User.self).locked)
        }
    }

    /// Does the work in the middle of the timeout, and checks after its end.
    private func expectLocked(
        _ expected: Bool, work: @escaping @Sendable (TestServer, String) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            server.clock.advance(by: .minutes(8))
            try await work(server, cookie)
            server.clock.advance(by: .minutes(8))
            #expect(try await server.get("/api/auth/me", cookie: cookie).decode(User.self).locked == expected)
        }
    }
}
