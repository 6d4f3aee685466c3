import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Further transitions of a session's lock.
@Suite struct LockRuleTests {
    private static let off = #"{"passcode_enabled":false,"current_passcode":"739105"}"#

    @Test(
        "V13 NIST-2.2.3-2 ASVS-7.3.1 each timeout locks exactly at its end", arguments: User.allowedTimeouts,
        [(-1, 200), (0, 423), (1, 423)])
    func eachTimeoutLocksExactlyAtItsEnd(minutes: Int, edge: (milliseconds: Int, status: Int)) async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            let json = #"{"passcode_timeout_minutes":\#(minutes),"current_passcode":"739105"}"#
            #expect(try await server.send(.patch, "/api/auth/passcode-settings", json, cookie: cookie).status == 200)
            server.clock.advance(by: .minutes(minutes) + .milliseconds(edge.milliseconds))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == edge.status)
        }
    }

    @Test(
        "V13 a clock change over a minute locks sessions",
        arguments: [
            (60_000, 200), (60_001, 423),
        ])
    func aClockChangeOverAMinuteLocksSessions(milliseconds: Int, status: Int) async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            server.clock.advance(by: .zero - .milliseconds(milliseconds))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == status)
            server.clock.advance(by: .milliseconds(milliseconds))
            #expect(
                try await server.get("/api/auth/sessions", cookie: cookie).status == status, "the lock is persisted")
        }
    }

    @Test("V13 without an enabled passcode sessions never lock", arguments: [false, true])
    func withoutAnEnabledPasscodeSessionsNeverLock(isDisabled: Bool) async throws {
        try await TestServer.run { server in
            var cookie = try await server.signInPage()
            if isDisabled {
                cookie = try #require(
                    try await server.post("/api/auth/set-passcode", #"{"passcode":"739105"}"#, cookie: cookie).cookie)
                _ = try await server.send(.patch, "/api/auth/passcode-settings", Self.off, cookie: cookie)
            }
            server.clock.advance(by: .days(29))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 200)
        }
    }

    @Test("V13 enabling starts the timeout")
    func enablingStartsTheTimeout() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            _ = try await server.send(.patch, "/api/auth/passcode-settings", Self.off, cookie: cookie)
            server.clock.advance(by: .hours(5))
            let on = try await server.send(
                .patch, "/api/auth/passcode-settings", #"{"passcode_enabled":true}"#, cookie: cookie)
            #expect(try on.decode(User.self).locked == false)
            server.clock.advance(by: .minutes(15) - .milliseconds(1))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 200)
        }
    }

    @Test("V13 a shorter timeout locks idle sessions")
    func aShorterTimeoutLocksIdleSessions() async throws {
        try await TestServer.run { server in
            let caller = try await server.signInPageWithPasscode()
            let other = try await server.signIn()
            let open = try await server.verify(TestServer.passcode, other).session()
            server.clock.advance(by: .minutes(6))
            _ = try await server.send(
                .patch, "/api/auth/passcode-settings", #"{"passcode_timeout_minutes":5}"#, cookie: caller)
            #expect(try await server.get("/api/auth/sessions", cookie: caller).status == 200)
            #expect(try await server.status(open) == 423)
        }
    }

    @Test(
        "V13 ASVS-2.2.2 ASVS-7.5.1 only weakening changes require the passcode",
        arguments: [
            (#"{"passcode_timeout_minutes":5}"#, 200), (#"{"passcode_timeout_minutes":15}"#, 200),
            (#"{"passcode_timeout_minutes":30}"#, 400), (#"{"passcode_enabled":false}"#, 400),
            (#"{"passcode_enabled":true}"#, 200), (#"{"language":"en"}"#, 200), ("{}", 200),
            (#"{"passcode_timeout_minutes":30,"current_passcode":"739105"}"#, 200), (off, 200),
        ])
    func onlyWeakeningChangesRequireThePasscode(json: String, status: Int) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let response = try await server.changeSettings(json, session)
            #expect(response.status == status)
            if status == 400 { #expect(response.text.contains("/current_passcode")) }
        }
    }

    @Test("V13 a disabled passcode still protects the timeout")
    func aDisabledPasscodeStillProtectsTheTimeout() async throws {
        try await TestServer.run { server in
            let first = try await server.signIn()
            #expect(try await server.changeSettings(#"{"passcode_timeout_minutes":30}"#, first).status == 200)
            #expect(try await server.changeSettings(#"{"passcode_enabled":true}"#, first).problem == "passcode-not-set")
            let session = try await server.setPasscode(first)
            _ = try await server.changeSettings(Self.off, session)
            #expect(try await server.changeSettings(#"{"passcode_timeout_minutes":60}"#, session).status == 400)
            #expect(try await server.changeSettings(#"{"passcode_timeout_minutes":1}"#, session).status == 200)
        }
    }

    @Test("V6 a change or reset keeps the passcode enabled or disabled", arguments: [true, false])
    func aChangeOrResetKeepsThePasscodeEnabledOrDisabled(isEnabled: Bool) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            if !isEnabled { _ = try await server.changeSettings(Self.off, session) }
            let changed = try await server.post(
                "/api/auth/set-passcode", #"{"passcode":"580293","current_passcode":"739105"}"#,
                bearer: session.accessToken
            ).session()
            #expect(changed.user.passcodeEnabled == isEnabled && changed.user.hasPasscode)
            let reset = try await server.resetPasscode(to: "481926", changed).session()
            #expect(reset.user.passcodeEnabled == isEnabled && !reset.user.locked)
            #expect(try await server.signIn().user.locked == isEnabled)
        }
    }

    @Test("V13 enabling restores the same passcode and recovery key")
    func enablingRestoresTheSamePasscodeAndRecoveryKey() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let hash = try await server.account().passcodeHash
            _ = try await server.changeSettings(Self.off, session)
            _ = try await server.changeSettings(#"{"passcode_enabled":true}"#, session)
            #expect(try await server.account().passcodeHash == hash)
            let verified = try await server.verify(TestServer.passcode, session).session()
            #expect(verified.recoveryKey == session.recoveryKey && session.recoveryKey != nil)
        }
    }

    @Test(
        "V6 ASVS-7.4.3 new passcodes and disabling end other sessions")
    func newPasscodesAndDisablingEndOtherSessions() async throws {
        try await TestServer.run { server in
            func check(_ name: String, _ ends: Bool, _ act: () async throws -> TestResponse) async throws {
                let other = try await server.signInLater()
                #expect(try await act().status == 200, "\(name)")
                #expect(try await server.get("/api/auth/me", bearer: other.accessToken).status == (ends ? 401 : 200))
            }
            let session = try await server.signIn()
            var current = session
            try await check("set", true) {
                let response = try await server.post(
                    "/api/auth/set-passcode", #"{"passcode":"739105"}"#, bearer: current.accessToken)
                current = try response.session()
                return response
            }
            try await check("verify", false) {
                let response = try await server.verify(TestServer.passcode, current)
                current = try response.session()
                return response
            }
            try await check("disable", true) { try await server.changeSettings(Self.off, current) }
            try await check("enable", false) {
                try await server.changeSettings(#"{"passcode_enabled":true}"#, current)
            }
            try await check("change", true) {
                let response = try await server.post(
                    "/api/auth/set-passcode", #"{"passcode":"580293","current_passcode":"739105"}"#,
                    bearer: current.accessToken)
                current = try response.session()
                return response
            }
            try await check("reset", true) { try await server.resetPasscode(to: "481926", current) }
        }
    }

    @Test("V13 a retired token can lock but not unlock")
    func aRetiredTokenCanLockButNotUnlock() async throws {
        try await TestServer.run { server in
            let former = try await server.signInWithPasscode()
            let session = try await server.verify(TestServer.passcode, former).session()
            #expect(try await server.post("/api/auth/lock", bearer: former.accessToken).status == 204)
            #expect(try await server.status(session) == 423)
            #expect(try await server.changeSettings(Self.off, former).problem == "locked")
            #expect(server.hasher.checks == 1)
        }
    }

    @Test(
        "NIST-5.1-11 ASVS-7.4.1 logout returns 204 for any session and clears the cookie")
    func logoutReturns204ForAnySessionAndClearsTheCookie() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            _ = try await server.post("/api/auth/lock", cookie: cookie)
            for secret in [cookie, cookie, "dead", nil] as [String?] {
                let response = try await server.post("/api/auth/logout", cookie: secret)
                #expect(response.status == 204 && response.body.isEmpty)
                #expect(response.cookie == "" && response.headers[.setCookie]?.contains("Max-Age=0") == true)
            }
            #expect(try await server.storedSessions().isEmpty)
            let session = try await server.signIn()
            #expect(try await server.post("/api/auth/logout", bearer: session.accessToken).status == 204)
            #expect(try await server.refresh(session.refreshToken).status == 401)
        }
    }

    @Test func concurrentLogoutsOfASessionReturn204() async throws {
        try await TestServer.run { server in
            let store = GatedStore(server.dependencies.store)
            let cookie = try await server.signInPageWithPasscode()
            try await TestServer.run(sharing: server, store: store) { server in
                store.hold()
                async let first = server.post("/api/auth/logout", cookie: cookie)
                async let second = server.post("/api/auth/logout", cookie: cookie)
                // Both requests have found the session, and only one ends it.
                try await waitUntil("the writes of both") { store.waiting == 2 }
                store.release()
                for response in try await [first, second] { #expect(response.status == 204 && response.cookie == "") }
            }
            #expect(try await server.storedSessions().isEmpty)
        }
    }

    @Test("V8 a response does not depend on stored activity")
    func aResponseDoesNotDependOnStoredActivity() async throws {
        try await TestServer.run { original in
            let store = FaultyStore(try TestServer.openStore(original.dependencies.settings.databasePath))
            try await TestServer.run(sharing: original, store: store) { server in
                let former = try await server.signInPageWithPasscode()
                server.clock.advance(by: .seconds(10))
                // A verification writes twice; next is the activity.
                store.failWrites(from: 3)
                let verified = try await server.verify(TestServer.passcode, cookie: former)
                #expect(verified.status == 200)
                let cookie = try #require(verified.cookie)
                server.clock.advance(by: .minutes(14))
                #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 200)
                store.recover()
                server.clock.advance(by: .minutes(1))
                #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 423)
            }
        }
    }
}
