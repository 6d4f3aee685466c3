import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct ResetTests {
    @Test("V6 a reset unlocks a web session without recovery key")
    func aResetUnlocksAWebSessionWithoutRecoveryKey() async throws {
        try await TestServer.run { server in
            let former = try await server.signInPageWithPasscode()
            _ = try await server.post("/api/auth/lock", cookie: former)
            let token = try #require(try await server.resetEmail().token)
            let response = try await server.post(
                "/api/auth/reset-passcode", #"{"token":"\#(token)","new_passcode":"580293"}"#, cookie: former)
            #expect(try response.decode(CookieSessionResponse.self).user.locked == false)
            #expect(!response.text.contains("recovery_key") && !response.text.contains("token"))
            let cookie = try #require(response.cookie)
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 200)
            #expect(try await server.get("/api/auth/sessions", cookie: former).status == 423)
        }
    }

    @Test func aLockedSessionRequestsAResetWithoutAnAddress() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            _ = try await server.takeEmails(to: "ann@example.com")
            let account = try await server.account()
            let response = try await server.post("/api/auth/reset-passcode-request", bearer: session.accessToken)
            #expect(response.status == 202 && response.text == "{}")
            #expect(try await server.takeEmails(to: "ann@example.com").count == 1)
            #expect(try await server.account() == account)
            #expect(try await server.status(session) == 423)
            #expect(try await server.post("/api/auth/reset-passcode-request").problem == "invalid-request")
        }
    }

    @Test("V5 an overloaded reset does not consume the token")
    func anOverloadedResetDoesNotConsumeTheToken() async throws {
        try await TestServer.run(permits: 1, queue: 0) { server in
            let session = try await server.signInWithPasscode()
            let token = try #require(try await server.resetEmail().token)
            let barrier = server.holdChecks()
            async let held = server.verify(TestServer.wrongPasscode, session)
            await barrier.arrivals(1)
            let json = #"{"token":"\#(token)","new_passcode":"580293"}"#
            #expect(try await server.post("/api/auth/reset-passcode", json).problem == "temporarily-unavailable")
            barrier.open(times: 100)
            #expect(try await held.status == 403)
            #expect(try await server.post("/api/auth/reset-passcode", json).status == 200)
        }
    }

    @Test("V3 reset by code works after several wrong codes")
    func resetByCodeWorksAfterSeveralWrongCodes() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            try await server.alterAccount { $0.requireReset() }
            let email = try await server.resetEmail()
            func reset(_ code: String) async throws -> TestResponse {
                try await server.post(
                    "/api/auth/reset-passcode",
                    #"{"email":"Ann@Example.com","code":"\#(code)","new_passcode":"580293"}"#)
            }
            for _ in 0..<4 { #expect(try await reset("0000-0000").problem == "invalid-code") }
            #expect(try await server.account().resetRequired)
            #expect(try await reset(try #require(email.code)).status == 200)
            let account = try await server.account()
            #expect(!account.resetRequired && account.passcodeEnabled && account.failures == 0)
            #expect(try await server.verify("580293", server.signIn()).status == 200)
        }
    }

    @Test("V5 NIST-3.1.1.2-9 disowning ends a verification in progress")
    func disowningEndsAVerificationInProgress() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let emails = try await server.takeEmails(to: "ann@example.com")
            let notice = try #require(emails.first { $0.subject == "A passcode was set" })
            let barrier = server.holdChecks()
            async let held = server.verify(TestServer.passcode, session)
            await barrier.arrivals(1)
            let disowned = try await server.post("/api/auth/disown", #"{"token":"\#(notice.token ?? "")"}"#)
            #expect(disowned.status == 204)
            barrier.open(times: 100)
            #expect(try await held.problem == "unauthenticated")
            #expect(try await server.account().resetRequired)
        }
    }
}
