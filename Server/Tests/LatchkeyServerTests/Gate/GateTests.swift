import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct GateTests {
    @Test func signedInAndUnlockedSessionPasses() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            try await expectOpen(server, session)
            try await expectOpen(server, server.setPasscode(session))
            let page = try await server.signInPageWithPasscode("bob@example.com")
            let response = try await server.get("/api/auth/gate", cookie: page)
            #expect(response.status == 204 && response.headers[.latchkeyEmail] == "bob@example.com")
            #expect(try await server.send(.head, "/api/auth/gate", cookie: page).status == 204)
        }
    }

    @Test("V6 NIST-5.1-2 ASVS-7.2.1 invalid, ended, foreign and rotated secrets are rejected")
    func invalidEndedForeignAndRotatedSecretsAreRejected() async throws {
        try await TestServer.run { server in
            let first = try await server.signIn()
            let session = try await server.setPasscode(first)
            try await expectClosed(server, .unauthenticated, bearer: nil)
            try await expectClosed(server, .unauthenticated, bearer: "x")
            try await expectClosed(server, .unauthenticated, bearer: session.refreshToken)
            try await expectClosed(server, .unauthenticated, cookie: session.accessToken)
            try await expectClosed(server, .locked, bearer: first.accessToken)
            server.clock.advance(by: .seconds(60))
            try await expectClosed(server, .unauthenticated, bearer: first.accessToken)
            server.clock.advance(by: .minutes(14))
            try await expectClosed(server, .unauthenticated, bearer: session.accessToken)
            let cookie = try await server.signInPage()
            _ = try await server.post("/api/auth/logout", cookie: cookie)
            try await expectClosed(server, .unauthenticated, cookie: cookie)
        }
    }

    @Test(
        "V13 NIST-5.1-5 ASVS-8.3.1 a locked session is rejected: manually, after sign-in, idle")
    func aLockedSessionIsRejectedManuallyAfterSignInIdle() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            server.clock.advance(by: .minutes(15) - .milliseconds(1))
            // A request before the timeout restarts it.
            #expect(try await server.get("/api/auth/gate", cookie: cookie).status == 204)
            server.clock.advance(by: .minutes(15))
            try await expectClosed(server, .locked, cookie: cookie)
            // The lock is persisted: setting the clock back unlocks nothing.
            server.clock.advance(by: .seconds(-10))
            try await expectClosed(server, .locked, cookie: cookie)
            let open = try #require(try await server.verify(TestServer.passcode, cookie: cookie).cookie)
            #expect(try await server.get("/api/auth/gate", cookie: open).status == 204)
            _ = try await server.post("/api/auth/lock", cookie: open)
            try await expectClosed(server, .locked, cookie: open)
            try await expectClosed(server, .locked, cookie: server.signInPage())
        }
    }

    @Test("V13 an allowed request is activity, a rejected one is not")
    func anAllowedRequestIsActivityARejectedOneIsNot() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            for _ in 0..<3 {
                server.clock.advance(by: .minutes(10))
                #expect(try await server.get("/api/auth/gate", cookie: cookie).status == 204)
            }
            server.clock.advance(by: .minutes(10))
            try await expectClosed(server, .passcodeTooOld, cookie: cookie, query: "?max_age=60")
            server.clock.advance(by: .minutes(5))
            try await expectClosed(server, .locked, cookie: cookie)
        }
    }

    @Test("ASVS-7.5.3 the passcode's age is exact to the millisecond")
    func thePasscodesAgeIsExactToTheMillisecond() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            server.clock.advance(by: .seconds(60))
            #expect(try await server.get("/api/auth/gate?max_age=60", cookie: cookie).status == 204)
            server.clock.advance(by: .milliseconds(1))
            try await expectClosed(server, .passcodeTooOld, cookie: cookie, query: "?max_age=60")
            #expect(try await server.get("/api/auth/gate", cookie: cookie).status == 204)
            let again = try #require(try await server.verify(TestServer.passcode, cookie: cookie).cookie)
            #expect(try await server.get("/api/auth/gate?max_age=0", cookie: again).status == 204)
            let never = try await server.signIn("bob@example.com")
            try await expectClosed(server, .passcodeTooOld, bearer: never.accessToken, query: "?max_age=3153600000")
        }
    }

    @Test func clockSetBackMakesThePasscodeTooOld() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            _ = try await server.send(
                .patch, "/api/auth/passcode-settings",
                #"{"passcode_enabled":false,"current_passcode":"739105"}"#, cookie: cookie)
            server.clock.advance(by: .seconds(-61))
            try await expectClosed(server, .passcodeTooOld, cookie: cookie, query: "?max_age=600")
        }
    }

    @Test(arguments: [
        "-1", "x", "", "1.5", "3153600001", "99999999999999999999", "٥", "+300", "-0", " 300", "300 ", "300\n", "0300",
        "00",
        "3e2", "0x12c", "300,1", "300;1", "3_00", "300s",
    ])
    func malformedMaxAgeIsRejected(age: String) async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            let path =
                "/api/auth/gate?max_age=" + (age.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
            #expect(try await server.get(path, cookie: cookie).problem == "invalid-request")
            #expect(try await server.get(path).headers[.latchkeyReason] == "unauthenticated")
        }
    }

    @Test(arguments: [
        "max_age=300&max_age=1", "max_age=1&max_age=300", "max_age=300&max_age=300", "max_age=300&max_age=",
        "max_age=300&max_age", "max_age&max_age=300", "max_age=300&x=1&max_age=300", "max_age=300&max%5Fage=1",
        "max_age=300&max_age=%zz", "max_age=%zz", "max_age", "max_age=+300",
    ])
    func aRepeatedMaxAgeIsRejected(query: String) async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            let response = try await server.get("/api/auth/gate?" + query, cookie: cookie)
            #expect(response.problem == "invalid-request" && response.status == 400)
        }
    }

    @Test(arguments: ["max_age=60", "&max_age=60&", "x=1&max_age=60", "max_age=60&max_ages=0", "max%5Fage=%360"])
    func maxAgeWorksWithOtherParametersAndEncodings(query: String) async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            server.clock.advance(by: .seconds(60))
            #expect(try await server.get("/api/auth/gate?" + query, cookie: cookie).status == 204)
            server.clock.advance(by: .seconds(1))
            try await expectClosed(server, .passcodeTooOld, cookie: cookie, query: "?" + query)
        }
    }

    @Test("V3 an expired attempt counts before the session is allowed")
    func anExpiredAttemptCountsBeforeTheSessionIsAllowed() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.leaveLastAttempt(session)
            server.clock.advance(by: AttemptPolicy.settleWithin - .milliseconds(1))
            #expect(try await server.get("/api/auth/gate", bearer: session.accessToken).status == 204)
            server.clock.advance(by: .milliseconds(1))
            try await expectClosed(server, .unauthenticated, bearer: session.accessToken)
        }
    }

    @Test("V8 without a database no request is allowed or signed out")
    func withoutADatabaseNoRequestIsAllowedOrSignedOut() async throws {
        try await TestServer.run { server in
            let store = FaultyStore(server.dependencies.store)
            try await TestServer.run(sharing: server, store: store) { server in
                let session = try await server.signInWithPasscode()
                server.clock.advance(by: .seconds(6))
                store.failWrites()
                #expect(try await server.get("/api/auth/gate", bearer: session.accessToken).status == 204)
                server.clock.advance(by: .minutes(14))
                store.failReads()
                let response = try await server.get("/api/auth/gate", bearer: session.accessToken)
                #expect(response.problem == "temporarily-unavailable")
                #expect(response.headers[.latchkeyReason] == nil)
            }
        }
    }

    @Test(.onSQLite, .enabled(if: canEvict, "the files' cache cannot be emptied"))
    func requestIsOneSQLStatementOrTwoIfRejected() async throws {
        let environment = ["LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection]
        try await TracedStore.run { store, statements in
            try await TestServer.run(environment: environment, store: store) { server in
                func sent() -> [Substring] {
                    defer { statements.change { $0 = [] } }
                    return statements.value.map { $0.prefix(6) }
                }
                let session = try await server.signInWithPasscode()
                // Opens a connection.
                try await expectOpen(server, session)
                _ = sent()
                try await expectOpen(server, session)
                #expect(sent() == ["SELECT"])
                try await expectClosed(server, .unauthenticated, bearer: "x")
                #expect(sent() == ["SELECT", "SELECT"])
                #expect(try await server.introspect("x") == TokenIntrospection())
                #expect(sent() == ["SELECT", "SELECT"])
            }
        }
    }

    private func expectOpen(_ server: TestServer, _ session: SessionResponse) async throws {
        let response = try await server.get("/api/auth/gate", bearer: session.accessToken)
        #expect(response.status == 204 && response.body.isEmpty)
        #expect(response.headers[.latchkeyUserID] == session.user.id)
        #expect(response.headers[.latchkeyEmail] == "ann@example.com")
        #expect(response.headers[.latchkeyReason] == nil)
    }

    private func expectClosed(
        _ server: TestServer, _ reason: GateRejection, bearer: String? = nil, cookie: String? = nil, query: String = "",
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let response = try await server.get("/api/auth/gate" + query, bearer: bearer, cookie: cookie)
        #expect(response.status == 401, sourceLocation: location)
        #expect(response.problem == "unauthenticated", sourceLocation: location)
        #expect(response.headers[.latchkeyReason] == reason.rawValue, sourceLocation: location)
        let isStepUp = response.headers[.wwwAuthenticate]?.contains("insufficient_user_authentication")
        #expect(isStepUp == (reason == .passcodeTooOld), sourceLocation: location)
        #expect(response.headers[.latchkeyEmail] == nil, sourceLocation: location)
    }
}
