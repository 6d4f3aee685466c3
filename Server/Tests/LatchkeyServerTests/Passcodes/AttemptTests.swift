import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct AttemptTests {
    @Test("V3 delays double from fourth failure up to 960 seconds")
    func delaysDoubleFromFourthFailureUpTo960Seconds() {
        let waits = (0...10).map { AttemptPolicy.wait(afterFailure: $0).wholeSeconds }
        #expect(waits == [0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 0])
    }

    @Test("V3 NIST-3.1.1.2-1 ASVS-6.2.1 the tenth consecutive failure ends the session")
    func theTenthConsecutiveFailureEndsTheSession() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            for failure in 1...10 {
                let response = try await server.verify(TestServer.wrongPasscode, cookie: cookie)
                let problem = try response.decode(Problem.self)
                #expect(response.status == 403)
                #expect(problem.attemptsRemaining == 10 - failure)
                #expect(problem.retryAfter == AttemptPolicy.wait(afterFailure: failure).wholeSeconds)
                #expect(problem.sessionEnded == (failure == 10))
                server.clock.advance(by: AttemptPolicy.wait(afterFailure: failure))
            }
            #expect(try await server.verify(TestServer.passcode, cookie: cookie).problem == "unauthenticated")
            #expect(server.hasher.checks == 10)
            let emails = try await server.takeEmails(to: "ann@example.com")
            #expect(emails.contains { $0.subject.contains("10 wrong passcodes") })
        }
    }

    @Test("V3 during a delay even the correct passcode is rejected")
    func duringADelayEvenTheCorrectPasscodeIsRejected() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.fail(4, session)
            #expect(server.hasher.checks == 4)
            for milliseconds in [0, 29_999] {
                if milliseconds > 0 { server.clock.advance(by: .milliseconds(milliseconds)) }
                let response = try await server.verify(TestServer.passcode, session)
                #expect(response.problem == "too-many-attempts")
                #expect(response.headers[.retryAfter] == (milliseconds == 0 ? "30" : "1"))
                #expect(try response.decode(Problem.self).retryAfter == (milliseconds == 0 ? 30 : 1))
            }
            #expect(server.hasher.checks == 4)
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
        }
    }

    @Test(
        "V3 a clock change does not extend a delay",
        arguments: [(-60_000, 90), (-60_001, 30), (-7_200_000, 30)], [true, false])
    func aClockChangeDoesNotExtendADelay(_ change: (milliseconds: Int, seconds: Int), isLocked: Bool) async throws {
        let (milliseconds, seconds) = change
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            if isLocked { _ = try await server.post("/api/auth/lock", bearer: session.accessToken) }
            try await server.fail(4, session)
            server.clock.advance(by: .milliseconds(milliseconds))
            let response = try await server.verify(TestServer.passcode, session)
            #expect(try response.decode(Problem.self).retryAfter == seconds)
            server.clock.advance(by: .seconds(seconds) - .milliseconds(1))
            #expect(try await server.verify(TestServer.passcode, session).problem == "too-many-attempts")
            #expect(server.hasher.checks == 4)
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
        }
    }

    @Test(
        "V3 NIST-3.2.2-4 a success clears its session's and account's failures only")
    func aSuccessClearsItsSessionsAndAccountsFailuresOnly() async throws {
        try await TestServer.run { server in
            let owner = try await server.signInWithPasscode()
            let thief = try await server.signIn()
            for (guess, remaining) in zip(1...3, [9, 8, 7]) {
                let response = try await server.verify(TestServer.wrongPasscode, thief)
                #expect(try response.decode(Problem.self).attemptsRemaining == remaining, "guess \(guess)")
            }
            #expect(try await server.verify(TestServer.wrongPasscode, owner).status == 403)
            let verified = try await server.verify(TestServer.passcode, owner)
            #expect(verified.status == 200)
            #expect(try await server.account().failures == 0)
            let fresh = try await server.verify(TestServer.wrongPasscode, verified.session())
            #expect(try fresh.decode(Problem.self).attemptsRemaining == 9)
            let next = try await server.verify(TestServer.wrongPasscode, thief)
            #expect(try next.decode(Problem.self).attemptsRemaining == 6)
        }
    }

    @Test(
        """
        V3 NIST-3.1.1.2-20 NIST-3.2.2-1 ASVS-2.3.2 ASVS-6.3.1 the thirtieth failure of an account requires a reset
        """)
    func theThirtiethFailureOfAnAccountRequiresAReset() async throws {
        try await TestServer.run { server in
            var sessions = [try await server.signInWithPasscode()]
            for _ in 0..<9 { sessions.append(try await server.signInLater()) }
            for session in sessions.prefix(9) { try await server.fail(3, session) }
            let last = sessions[9]
            for remaining in [2, 1] {
                let response = try await server.verify(TestServer.wrongPasscode, last)
                let problem = try response.decode(Problem.self)
                #expect(problem.attemptsRemaining == remaining)
                #expect(problem.sessionEnded == false)
            }
            let thirtieth = try await server.verify(TestServer.wrongPasscode, last).decode(Problem.self)
            #expect(thirtieth.attemptsRemaining == 0)
            #expect(thirtieth.sessionEnded == true)
            for session in sessions {
                #expect(try await server.get("/api/auth/me", bearer: session.accessToken).status == 401)
            }
            #expect(try await server.account().passcodeHash == nil)
            #expect(server.hasher.checks == 30)
        }
    }

    @Test("V3 NIST-3.2.2-3 only a reset unblocks a blocked passcode")
    func onlyAResetUnblocksABlockedPasscode() async throws {
        try await TestServer.run { server in
            try await server.blockAccount()
            let checks = server.hasher.checks
            let session = try await server.signInLater()
            #expect(session.user.locked && session.user.hasPasscode && session.user.passcodeEnabled)
            #expect(try await server.verify(TestServer.passcode, session).problem == "passcode-reset-required")
            let set = try await server.post(
                "/api/auth/set-passcode", #"{"passcode":"580293"}"#, bearer: session.accessToken)
            #expect(set.problem == "locked")
            let settings = try await server.send(
                .patch, "/api/auth/passcode-settings", #"{"passcode_enabled":false}"#, bearer: session.accessToken)
            #expect(settings.problem == "locked")
            #expect(server.hasher.checks == checks)
            let reset = try await server.resetPasscode(to: "580293", session)
            #expect(reset.status == 200)
            #expect(try reset.session().user.locked == false)
            #expect(try await server.verify("580293", reset.session()).status == 200)
            #expect(try await server.account().failures == 0)
        }
    }
}
