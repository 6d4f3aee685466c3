import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Limits of a refresh.
@Suite struct RefreshRuleTests {
    @Test("V6 concurrent uses of a refresh token all succeed")
    func concurrentUsesOfARefreshTokenAllSucceed() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            let responses = try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for _ in 0..<8 { group.addTask { try await server.refresh(session.refreshToken) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for response in responses {
                #expect(response.status == 200)
                #expect(try await server.status(response.session()) == 200)
            }
            #expect(try await server.storedSessions().map(\.refreshGeneration) == [1])
            let one = try #require(try responses.first?.session())
            #expect(try await server.refresh(one.refreshToken).status == 200)
            #expect(try await server.refresh(session.refreshToken).status == 401)
        }
    }

    @Test("V6 other credentials cannot refresh or end a session")
    func otherCredentialsCannotRefreshOrEndASession() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            let cookie = try await server.signInPage()
            for token in [session.accessToken, cookie, String(repeating: "A", count: 43), "", "x"] {
                #expect(try await server.refresh(token).problem == "unauthenticated")
            }
            #expect(try await server.status(session) == 200)
            #expect(try await server.get("/api/auth/me", bearer: session.refreshToken).status == 401)
            #expect(try await server.get("/api/auth/me", bearer: cookie).status == 401)
            #expect(try await server.get("/api/auth/me", cookie: session.accessToken).status == 401)
        }
    }

    @Test("V6 old token reuse ends the session and is recorded")
    func oldTokenReuseEndsTheSessionAndIsRecorded() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            let next = try await server.refresh(session.refreshToken).session()
            _ = try await server.refresh(next.refreshToken)
            #expect(try await server.refresh(session.refreshToken).status == 401)
            let id = try await server.account().id
            let kinds = try await server.dependencies.store.read { transaction in
                try transaction.activity.page(accountID: id, before: nil, limit: 9).map(\.value?.kind)
            }
            #expect(kinds.first == .sessionEnded)
            #expect(try await server.storedSessions().isEmpty)
        }
    }

    @Test(
        "V6 a token from before verify is rejected for 30 s",
        arguments: [(29_999, 1), (30_000, 0)])
    func aTokenFromBeforeVerifyIsRejectedFor30S(milliseconds: Int, sessions: Int) async throws {
        try await TestServer.run { server in
            let former = try await server.signInWithPasscode()
            _ = try await server.verify(TestServer.passcode, former)
            server.clock.advance(by: .milliseconds(milliseconds))
            #expect(try await server.refresh(former.refreshToken).status == 401)
            #expect(try await server.storedSessions().count == sessions)
        }
    }

    @Test("V13 removing an idle lock restarts the timeout", arguments: [(-1, 200), (0, 423)])
    func removingAnIdleLockRestartsTheTimeout(milliseconds: Int, expected: Int) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .minutes(20))
            var lifted = try await server.refresh(session.refreshToken).session()
            #expect(!lifted.user.locked)
            server.clock.advance(by: .minutes(14))
            lifted = try await server.refresh(lifted.refreshToken).session()
            server.clock.advance(by: .minutes(1) + .milliseconds(milliseconds))
            #expect(try await server.status(lifted) == expected)
        }
    }

    @Test("V13 a manual lock requires the passcode")
    func aManualLockRequiresThePasscode() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            let locked = try await server.refresh(session.refreshToken).session()
            #expect(locked.user.locked)
            let verified = try await server.verify(TestServer.passcode, locked).session()
            server.clock.advance(by: .minutes(16))
            #expect(try await server.refresh(verified.refreshToken).session().user.locked == false)
        }
    }

    @Test("V13 enabling a passcode does not count as verifying it")
    func enablingAPasscodeDoesNotCountAsVerifyingIt() async throws {
        try await TestServer.run { server in
            let caller = try await server.signInWithPasscode()
            _ = try await server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739105"}"#, caller)
            let other = try await server.signIn()
            #expect(!other.user.locked)
            // This session enables the passcode itself, so it stays unlocked, but has never verified a passcode.
            _ = try await server.changeSettings(#"{"passcode_enabled":true}"#, other)
            #expect(try await server.status(other) == 200)
            server.clock.advance(by: .minutes(16))
            #expect(try await server.refresh(other.refreshToken).session().user.locked)
        }
    }

    @Test("V13 a current_passcode does not count as a passcode verification")
    func aCurrentPasscodeDoesNotCountAsAPasscodeVerification() async throws {
        try await TestServer.run { server in
            let caller = try await server.signInWithPasscode()
            let off = #"{"passcode_enabled":false,"current_passcode":"739105"}"#
            _ = try await server.changeSettings(off, caller)
            let other = try await server.signIn()
            _ = try await server.changeSettings(#"{"passcode_enabled":true}"#, other)
            _ = try await server.changeSettings(
                #"{"passcode_timeout_minutes":30,"current_passcode":"739105"}"#, other)
            server.clock.advance(by: .minutes(31))
            #expect(try await server.refresh(other.refreshToken).session().user.locked)
        }
    }
}
