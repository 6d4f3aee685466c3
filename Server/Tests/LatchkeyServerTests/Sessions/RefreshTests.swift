import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct RefreshTests {
    @Test("NIST-5.1-1 ASVS-7.2.2 a refresh keeps earlier access tokens valid")
    func aRefreshKeepsEarlierAccessTokensValid() async throws {
        try await TestServer.run { server in
            let first = try await server.signIn()
            let second = try await server.refresh(first.refreshToken).session()
            #expect(second.accessToken != first.accessToken && second.refreshToken != first.refreshToken)
            #expect(second.accessExpiresIn == 900 && second.refreshExpiresIn == 2_592_000)
            #expect(second.recoveryKey == nil)
            server.clock.advance(by: .milliseconds(899_999))
            #expect(try await server.status(first) == 200)
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.status(first) == 401)
        }
    }

    @Test("V6 the previous refresh token is valid for 30 seconds", arguments: [(29_999, 200), (30_000, 401)])
    func thePreviousRefreshTokenIsValidFor30Seconds(milliseconds: Int, expected: Int) async throws {
        try await expectReuse(after: milliseconds, expected)
    }

    private func expectReuse(after milliseconds: Int, _ expected: Int) async throws {
        try await TestServer.run { server in
            let first = try await server.signIn()
            let lost = try await server.refresh(first.refreshToken).session()
            server.clock.advance(by: .milliseconds(milliseconds))
            #expect(try await server.refresh(first.refreshToken).status == expected)
            // A later reuse indicates two clients, so the session ends for both.
            #expect(try await server.refresh(lost.refreshToken).status == expected)
        }
    }

    @Test("V6 ASVS-10.4.5 reuse after its successor ends the session")
    func reuseAfterItsSuccessorEndsTheSession() async throws {
        try await TestServer.run { server in
            let first = try await server.signIn()
            let second = try await server.refresh(first.refreshToken).session()
            let third = try await server.refresh(second.refreshToken).session()
            #expect(try await server.refresh(first.refreshToken).problem == "unauthenticated")
            #expect(try await server.status(third) == 401)
            #expect(try await server.refresh(third.refreshToken).status == 401)
        }
    }

    @Test("V6 an unused token counts as reuse after its sibling")
    func anUnusedTokenCountsAsReuseAfterItsSibling() async throws {
        try await TestServer.run { server in
            let first = try await server.signIn()
            let lost = try await server.refresh(first.refreshToken).session()
            let kept = try await server.refresh(first.refreshToken).session()
            let next = try await server.refresh(kept.refreshToken).session()
            #expect(try await server.refresh(lost.refreshToken).status == 401)
            #expect(try await server.status(next) == 401)
        }
    }

    @Test("V6 ASVS-7.2.4 verify rotates the refresh token")
    func verifyRotatesTheRefreshToken() async throws {
        try await TestServer.run { server in
            let former = try await server.signInWithPasscode()
            let verified = try await server.verify(TestServer.passcode, former).session()
            server.clock.advance(by: .seconds(30))
            #expect(try await server.refresh(former.refreshToken).status == 401)
            #expect(try await server.status(verified) == 401)
        }
    }

    @Test(
        "NIST-2.1.3-1 ASVS-7.3.2 ASVS-10.4.8 a session ends 30 days after sign-in despite refreshes")
    func aSessionEnds30DaysAfterSignInDespiteRefreshes() async throws {
        try await TestServer.run { server in
            var session = try await server.signIn()
            for days in 1..<30 {
                server.clock.advance(by: .days(1))
                session = try await server.refresh(session.refreshToken).session()
                #expect(session.refreshExpiresIn == (30 - days) * 86_400)
            }
            server.clock.advance(by: .days(1) - .milliseconds(1))
            session = try await server.refresh(session.refreshToken).session()
            #expect(session.refreshExpiresIn == 1)
            #expect(try await server.status(session) == 200)
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.status(session) == 401)
            #expect(try await server.get("/api/auth/gate", bearer: session.accessToken).status == 401)
            #expect(try await server.refresh(session.refreshToken).status == 401)
        }
    }

    @Test("NIST-5.2-4 a verification does not extend a session")
    func aVerificationDoesNotExtendASession() async throws {
        try await TestServer.run { server in
            let app = try await server.signInWithPasscode()
            let page = try await server.signInPage()
            server.clock.advance(by: .days(29))
            let token = try await server.refresh(app.refreshToken).session()
            #expect(try await server.verify(TestServer.passcode, token).session().refreshExpiresIn == 86_400)
            let response = try await server.verify(TestServer.passcode, cookie: page)
            #expect(response.headers[.setCookie]?.contains("Max-Age=86400") == true)
            let cookie = try #require(response.cookie)
            server.clock.advance(by: .days(1) - .milliseconds(1))
            #expect(try await server.get("/api/auth/me", cookie: cookie).status == 200)
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.get("/api/auth/me", cookie: cookie).status == 401)
        }
    }

    @Test("V13 refresh removes an idle lock and rotates")
    func refreshRemovesAnIdleLockAndRotates() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .minutes(14))
            let access = try await server.refresh(session.refreshToken).session()
            server.clock.advance(by: .minutes(1))
            #expect(try await server.status(access) == 423)
            let lifted = try await server.refresh(access.refreshToken).session()
            #expect(!lifted.user.locked)
            #expect(try await server.status(lifted) == 200)
            #expect(try await server.status(access) == 423)
            server.clock.advance(by: .seconds(60))
            #expect(try await server.status(access) == 401)
        }
    }

    @Test("V13 refresh does not remove the first lock")
    func refreshDoesNotRemoveTheFirstLock() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            let other = try await server.signIn()
            let refreshed = try await server.refresh(other.refreshToken).session()
            #expect(refreshed.user.locked)
            #expect(try await server.status(refreshed) == 423)
            server.clock.advance(by: .minutes(15))
            #expect(try await server.refresh(refreshed.refreshToken).session().user.locked)
        }
    }

    @Test("V13 refresh removes no manual lock")
    func refreshRemovesNoManualLock() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            let refreshed = try await server.refresh(session.refreshToken).session()
            #expect(refreshed.user.locked)
            server.clock.advance(by: .minutes(16))
            #expect(try await server.refresh(refreshed.refreshToken).session().user.locked)
        }
    }

    @Test("V13 a manual lock of an idle session resists refresh")
    func aManualLockOfAnIdleSessionResistsRefresh() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .minutes(14))
            let access = try await server.refresh(session.refreshToken).session()
            server.clock.advance(by: .minutes(2))
            #expect(try await server.post("/api/auth/lock", bearer: access.accessToken).status == 204)
            #expect(try await server.refresh(access.refreshToken).session().user.locked)
        }
    }

    @Test("V13 refresh does not remove a lock by enabling")
    func refreshDoesNotRemoveALockByEnabling() async throws {
        try await TestServer.run { server in
            let caller = try await server.signInWithPasscode()
            _ = try await server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739105"}"#, caller)
            let other = try await server.verify(TestServer.passcode, server.signIn()).session()
            _ = try await server.changeSettings(#"{"passcode_enabled":true}"#, caller)
            #expect(try await server.refresh(other.refreshToken).session().user.locked)
        }
    }

    @Test func refreshAndAccessTokensAreNotInterchangeable() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            #expect(try await server.refresh(session.accessToken).status == 401)
            #expect(try await server.get("/api/auth/me", bearer: session.refreshToken).status == 401)
            #expect(try await server.get("/api/auth/me", cookie: session.accessToken).status == 401)
            #expect(try await server.status(session) == 200)
        }
    }

    @Test(
        "V6 a pre-verification token changes nothing for 30 s",
        arguments: [false, true])
    func aPreVerificationTokenChangesNothingFor30S(isManuallyLocked: Bool) async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            let former = try await server.signIn()
            let verified = try await server.verify(TestServer.passcode, former).session()
            if isManuallyLocked { _ = try await server.post("/api/auth/lock", bearer: verified.accessToken) }
            let before = try await server.storedSessions()
            server.clock.advance(by: .milliseconds(29_999))
            #expect(try await server.refresh(former.refreshToken).problem == "unauthenticated")
            #expect(try await server.storedSessions() == before)
            #expect(try await server.status(verified) == (isManuallyLocked ? 423 : 200))
            #expect(try await server.refresh(verified.refreshToken).status == 200)
        }
    }

    @Test(
        "V6 a pre-verification token ends the session after 30 s",
        arguments: BeforePasscode.allCases, [29_999, 30_000])
    func aPreVerificationTokenEndsTheSessionAfter30S(_ order: BeforePasscode, milliseconds: Int) async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            let (former, verified) = try await order.tokens(of: server)
            let before = try await server.storedSessions()
            server.clock.advance(by: .milliseconds(milliseconds))
            #expect(try await server.refresh(former).problem == "unauthenticated")
            let isKept = milliseconds < 30_000
            #expect((try await server.storedSessions() == before) == isKept)
            #expect(try await server.status(verified) == (isKept ? 200 : 401))
            #expect(try await server.refresh(verified.refreshToken).status == (isKept ? 200 : 401))
        }
    }

    @Test(
        "V6 a clock change ends the previous token's 30 s",
        arguments: [(-60_000, 200), (-60_001, 401), (-3_600_000, 401)])
    func aClockChangeEndsThePreviousTokens30S(milliseconds: Int, expected: Int) async throws {
        try await expectReuse(after: milliseconds, expected)
    }

    @Test("V6 an old token ends the session after its successor")
    func anOldTokenEndsTheSessionAfterItsSuccessor() async throws {
        try await TestServer.run { server in
            let former = try await server.signInWithPasscode()
            let verified = try await server.verify(TestServer.passcode, former).session()
            let next = try await server.refresh(verified.refreshToken).session()
            #expect(try await server.refresh(former.refreshToken).status == 401)
            #expect(try await server.status(next) == 401)
        }
    }
}

/// The order of refresh and verification.
enum BeforePasscode: CaseIterable {
    /// The response to a refresh is lost, and the earlier access token is used for verification.
    case lostResponse
    /// One of two responses to the same refresh token is used for verification.
    case sibling
    case twice

    /// Returns a refresh token from before the verification, and the resulting session.
    fileprivate func tokens(of server: TestServer) async throws -> (former: String, verified: SessionResponse) {
        let first = try await server.signIn()
        var (former, used) = (first.refreshToken, first)
        switch self {
        case .lostResponse:
            _ = try await server.refresh(first.refreshToken).session()
        case .sibling:
            former = try await server.refresh(first.refreshToken).session().refreshToken
            used = try await server.refresh(first.refreshToken).session()
        case .twice:
            used = try await server.verify(TestServer.passcode, first).session()
        }
        return (former, try await server.verify(TestServer.passcode, used).session())
    }
}
