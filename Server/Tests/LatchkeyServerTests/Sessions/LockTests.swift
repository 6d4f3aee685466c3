import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Every transition of a session's lock.
@Suite struct LockTests {
    @Test func aSessionStartsLockedOnlyWithAnEnabledPasscode() async throws {
        try await TestServer.run { server in
            let first = try await server.signIn()
            #expect(!first.user.locked)
            let unlocked = try await server.setPasscode(first)
            #expect(!unlocked.user.locked && unlocked.user.passcodeEnabled)
            #expect(try await server.signIn().user.locked)
            _ = try await server.changeSettings(
                #"{"passcode_enabled":false,"current_passcode":"739105"}"#, unlocked)
            #expect(try await !server.signIn().user.locked)
        }
    }

    @Test(
        "V13 NIST-5.2-1 ASVS-7.3.1 a session locks exactly at the timeout",
        arguments: [(-1, 200), (0, 423), (1, 423)])
    func aSessionLocksExactlyAtTheTimeout(milliseconds: Int, expected: Int) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .minutes(15) + .milliseconds(milliseconds) - .seconds(60))
            let token = try await server.refresh(session.refreshToken).session()
            server.clock.advance(by: .seconds(60))
            #expect(try await server.status(token) == expected)
        }
    }

    @Test("V13 an idle lock survives a clock change")
    func anIdleLockSurvivesAClockChange() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            server.clock.advance(by: .minutes(15))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 423)
            server.clock.advance(by: .minutes(-15))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 423)
        }
    }

    @Test("V13 a clock change over a minute locks a session", arguments: [(-60, 200), (-61, 423)])
    func aClockChangeOverAMinuteLocksASession(seconds: Int, expected: Int) async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            server.clock.advance(by: .seconds(seconds))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == expected)
        }
    }

    @Test(
        """
        V13 NIST-5.2-2 ASVS-2.3.1 ASVS-7.2.1 ASVS-8.2.1 ASVS-8.3.1 a locked session gets 423, except for allowed \
        calls
        """)
    func lockedSessionIsRejected() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            #expect(try await server.post("/api/auth/lock", bearer: session.accessToken).status == 204)
            let open = [
                "/api/auth/me", "/api/auth/lock", "/api/auth/logout", "/api/auth/verify-passcode",
                "/api/auth/reset-passcode-request", "/api/auth/reset-passcode", "/api/auth/unlock",
                "/api/auth/unlock/options",
            ]
            for endpoint in server.parts.endpoints where endpoint.path.hasPrefix("/api/auth/") {
                guard case .session = endpoint.handler else { continue }
                let response = try await server.send(
                    endpoint.method, endpoint.path.replacing("{id}", with: "x"), "{}", bearer: session.accessToken)
                #expect((response.status == 423) == !open.contains(endpoint.path), "\(endpoint.path)")
            }
            #expect(server.hasher.checks == 0)
        }
    }

    @Test(
        "V6 NIST-5.1-3 ASVS-7.2.4 verify, set and reset unlock and rotate tokens")
    func verifySetAndResetUnlockAndRotateTokens() async throws {
        try await TestServer.run { server in
            let signedIn = try await server.signIn()
            let set = try await server.setPasscode(signedIn)
            _ = try await server.post("/api/auth/lock", bearer: set.accessToken)
            let verified = try await server.verify(TestServer.passcode, set).session()
            let reset = try await server.resetPasscode(to: "580293", verified).session()
            #expect(try await server.status(reset) == 200)
            for former in [signedIn, set, verified] {
                #expect(try await server.status(former) == 423)
                #expect(try await server.get("/api/auth/me", bearer: former.accessToken).decode(User.self).locked)
            }
            server.clock.advance(by: .milliseconds(59_999))
            #expect(try await server.status(verified) == 423)
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.status(verified) == 401)
            #expect(try await server.status(reset) == 200)
        }
    }

    @Test("V6 NIST-5.1-1 a page's cookie is rotated")
    func aPagesCookieIsRotated() async throws {
        try await TestServer.run { server in
            let former = try await server.signInPage()
            let response = try await server.post("/api/auth/set-passcode", #"{"passcode":"739105"}"#, cookie: former)
            let cookie = try #require(response.cookie)
            #expect(try response.decode(CookieSessionResponse.self).user.locked == false)
            #expect(!response.text.contains("recovery_key"))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 200)
            #expect(try await server.get("/api/auth/sessions", cookie: former).status == 423)
            server.clock.advance(by: .seconds(60))
            #expect(try await server.get("/api/auth/sessions", cookie: former).status == 401)
        }
    }

    @Test func lockAndVerifyRequireAPasscode() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            #expect(try await server.post("/api/auth/lock", bearer: session.accessToken).problem == "passcode-not-set")
            #expect(try await server.verify(TestServer.passcode, session).problem == "passcode-not-set")
            let set = try await server.setPasscode(session)
            let off = #"{"passcode_enabled":false,"current_passcode":"739105"}"#
            let user = try await server.changeSettings(off, set).decode(User.self)
            #expect(user.hasPasscode && !user.passcodeEnabled)
            #expect(try await server.post("/api/auth/lock", bearer: set.accessToken).status == 409)
            // A disabled passcode is still stored, verified and counted.
            #expect(try await server.verify(TestServer.wrongPasscode, set).status == 403)
            #expect(try await server.account().failures == 1)
            let verified = try await server.verify(TestServer.passcode, set).session()
            let on = try await server.changeSettings(#"{"passcode_enabled":true}"#, verified).decode(User.self)
            #expect(on.passcodeEnabled && !on.locked)
        }
    }

    @Test func verifyChecksThePasscodeInAnUnlockedSession() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            #expect(try await server.verify(TestServer.wrongPasscode, session).status == 403)
            #expect(try await server.status(session) == 200)
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
        }
    }

    @Test func enablingThePasscodeLocksAllOtherSessions() async throws {
        try await TestServer.run { server in
            let caller = try await server.signInWithPasscode()
            _ = try await server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739105"}"#, caller)
            let other = try await server.signIn()
            #expect(try await server.status(other) == 200)
            #expect(try await server.changeSettings(#"{"passcode_enabled":true}"#, caller).status == 200)
            #expect(try await server.status(caller) == 200)
            #expect(try await server.status(other) == 423)
        }
    }

    @Test("V13 a longer timeout unlocks no idle session")
    func aLongerTimeoutUnlocksNoIdleSession() async throws {
        try await TestServer.run { server in
            let caller = try await server.signInPageWithPasscode()
            let idle = try await server.verify(TestServer.passcode, server.signIn()).session()
            server.clock.advance(by: .minutes(14))
            _ = try await server.get("/api/auth/sessions", cookie: caller)
            server.clock.advance(by: .minutes(2))
            let token = try await server.dependencies.store.read { transaction in
                try transaction.sessions.list(accountID: idle.user.id).filter { $0.transport == .bearer }
            }
            #expect(token.allSatisfy { $0.lock == nil })
            let response = try await server.send(
                .patch, "/api/auth/passcode-settings",
                #"{"passcode_timeout_minutes":60,"current_passcode":"739105"}"#, cookie: caller)
            #expect(response.status == 200)
            let stored = try await server.storedSessions().filter { $0.transport == .bearer }
            #expect(stored.allSatisfy { $0.lock == .idle })
        }
    }

    @Test("V13 disabling ends other sessions, including locked ones")
    func disablingEndsOtherSessionsIncludingLockedOnes() async throws {
        try await TestServer.run { server in
            let caller = try await server.signInWithPasscode()
            let locked = try await server.signIn()
            _ = try await server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739105"}"#, caller)
            #expect(try await server.status(caller) == 200)
            #expect(try await server.status(locked) == 401)
        }
    }

    @Test("V13 a lock during a verification rejects it")
    func aLockDuringAVerificationRejectsIt() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let barrier = server.holdChecks()
            async let response = server.verify(TestServer.passcode, session)
            await barrier.arrivals(1)
            #expect(try await server.post("/api/auth/lock", bearer: session.accessToken).status == 204)
            barrier.open(times: 100)
            #expect(try await response.problem == "locked")
            #expect(try await server.status(session) == 423)
        }
    }

    @Test("V6 ASVS-7.4.1 a verification of an ended session returns 401")
    func aVerificationOfAnEndedSessionReturns401() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let other = try await server.verify(TestServer.passcode, server.signIn()).session()
            let barrier = server.holdChecks()
            async let response = server.verify(TestServer.passcode, session)
            await barrier.arrivals(1)
            #expect(try await server.send(.delete, "/api/auth/sessions", bearer: other.accessToken).status == 204)
            barrier.open(times: 100)
            #expect(try await response.status == 401)
        }
    }

    @Test func aLockedSessionsPasscodeChangeSpendsNoAttempt() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            let response = try await server.post(
                "/api/auth/set-passcode", #"{"passcode":"580293","current_passcode":"739106"}"#,
                bearer: session.accessToken)
            #expect(response.problem == "locked")
            #expect(server.hasher.checks == 0)
        }
    }
}
