import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Verifications that are held while something else happens.
@Suite struct LateCheckTests {
    /// Starts a verification, does `meanwhile` while it is held before its evaluation, and returns its response.
    private func hold(
        _ passcode: String, _ session: SessionResponse, on server: TestServer,
        meanwhile: () async throws -> Void
    ) async throws -> TestResponse {
        let barrier = server.holdChecks()
        async let response = server.verify(passcode, session)
        await barrier.arrivals(1)
        try await meanwhile()
        barrier.open(times: 100)
        server.hasher.beforeCheck { () throws(PasscodeHasherError) in }
        return try await response
    }

    @Test(
        "V2 a verification of ten seconds fails, 9.999 s may succeed",
        arguments: [(9_999, 200), (10_000, 403)])
    func aVerificationOfTenSecondsFails9999SMaySucceed(milliseconds: Int, expected: Int) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.fail(3, session)
            let response = try await hold(TestServer.passcode, session, on: server) { () async throws in
                server.clock.advance(by: .milliseconds(milliseconds))
            }
            #expect(response.status == expected)
            guard expected == 403 else { return }
            let problem = try response.decode(Problem.self)
            #expect(problem.attemptsRemaining == 6 && problem.retryAfter == 30 && problem.sessionEnded == false)
            // The delay started when the ten seconds had passed.
            server.clock.advance(by: .milliseconds(29_999))
            #expect(try await server.verify(TestServer.passcode, session).problem == "too-many-attempts")
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
        }
    }

    @Test("V2 a late failure reports the remaining delay")
    func aLateFailureReportsTheRemainingDelay() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.fail(3, session)
            let response = try await hold(TestServer.wrongPasscode, session, on: server) { () async throws in
                server.clock.advance(by: .seconds(25))
            }
            #expect(try response.decode(Problem.self).retryAfter == 15)
        }
    }

    @Test("V2 a late tenth failure ends the session", arguments: [false, true])
    func aLateTenthFailureEndsTheSession(isSwept: Bool) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.alterSession(session) { $0.failures = 9 }
            let response = try await hold(TestServer.passcode, session, on: server) { () async throws in
                server.clock.advance(by: .seconds(10))
                if isSwept { try await server.parts.sweeper.settleStaleAttempts() }
            }
            let problem = try response.decode(Problem.self)
            #expect(problem.status == 403)
            #expect(problem.attemptsRemaining == 0 && problem.retryAfter == 0 && problem.sessionEnded == true)
            #expect(try await server.status(session) == 401)
        }
    }

    @Test("V3 a late thirtieth failure requires a reset", arguments: [false, true])
    func aLateThirtiethFailureRequiresAReset(isSwept: Bool) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.alterAccount { $0.failures = 29 }
            let response = try await hold(TestServer.passcode, session, on: server) { () async throws in
                server.clock.advance(by: .seconds(10))
                if isSwept { try await server.parts.sweeper.settleStaleAttempts() }
            }
            let problem = try response.decode(Problem.self)
            #expect(problem.status == 403)
            #expect(problem.attemptsRemaining == 0 && problem.sessionEnded == true)
            #expect(try await server.account().resetRequired)
            #expect(try await server.status(session) == 401)
        }
    }

    @Test("V3 a waiting verification sees another server's failure")
    func aWaitingVerificationSeesAnotherServersFailure() async throws {
        try await TestServer.run(permits: 1) { server in
            let session = try await server.signInWithPasscode()
            let other = try await server.signInWithPasscode("ben@example.com")
            try await server.alterAccount { $0.failures = 29 }
            let barrier = server.holdChecks()
            let before = server.hasher.checks
            async let first = server.verify(TestServer.passcode, other)
            await barrier.arrivals(1)
            async let second = server.verify(TestServer.passcode, session)
            await waitUntil { server.dependencies.workers.load.waiting == 1 }
            let late = Reservation(
                id: StoreContract.rowID("elsewhere"), accountID: session.user.id,
                sessionID: StoreContract.rowID("elsewhere"),
                reservedAt: server.clock.now - AttemptPolicy.settleWithin, passcodeVersion: 0, lockVersion: 0)
            try await server.dependencies.store.write { try $0.reservations.insert(late) }
            barrier.open(times: 100)
            #expect(try await first.status == 200)
            #expect(try await second.status == 401)
            #expect(server.hasher.checks == before + 1, "nothing is evaluated for it")
            #expect(try await server.account().resetRequired)
        }
    }

    @Test("V1 an attempt counts although its session has ended")
    func anAttemptCountsAlthoughItsSessionHasEnded() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let response = try await hold(TestServer.wrongPasscode, session, on: server) { () async throws in
                #expect(try await server.post("/api/auth/logout", bearer: session.accessToken).status == 204)
            }
            #expect(response.status == 401)
            #expect(try await server.account().failures == 1)
        }
    }

    @Test("V2 an unsettled attempt counts although its session has ended")
    func anUnsettledAttemptCountsAlthoughItsSessionHasEnded() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let response = try await hold(TestServer.passcode, session, on: server) { () async throws in
                _ = try await server.post("/api/auth/logout", bearer: session.accessToken)
                server.clock.advance(by: .seconds(10))
            }
            #expect(response.status == 401)
            #expect(try await server.account().failures == 1)
        }
    }

    @Test(
        "V6 a reset during a verification rejects it",
        arguments: [TestServer.passcode, TestServer.wrongPasscode])
    func aResetDuringAVerificationRejectsIt(passcode: String) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let response = try await hold(passcode, session, on: server) { () async throws in
                #expect(try await server.resetPasscode(to: "580293", session).status == 200)
            }
            #expect(response.problem == "locked")
            #expect(try await server.account().failures == 0)
        }
    }

    @Test("V6 a reset in another session rejects the verification")
    func aResetInAnotherSessionRejectsTheVerification() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let response = try await hold(TestServer.passcode, session, on: server) { () async throws in
                #expect(try await server.resetPasscode(to: "580293").status == 200)
            }
            #expect(response.problem == "unauthenticated")
        }
    }

    @Test("V6 enabling the passcode elsewhere rejects a verification in progress")
    func enablingThePasscodeElsewhereRejectsAVerificationInProgress() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739105"}"#, session)
            let other = try await server.signIn()
            let response = try await hold(TestServer.passcode, other, on: server) { () async throws in
                #expect(try await server.changeSettings(#"{"passcode_enabled":true}"#, session).status == 200)
            }
            #expect(response.problem == "locked")
            #expect(try await server.status(other) == 423)
        }
    }

    @Test("V13 a wrong passcode counts although the session was locked")
    func aWrongPasscodeCountsAlthoughTheSessionWasLocked() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let response = try await hold(TestServer.wrongPasscode, session, on: server) { () async throws in
                _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            }
            #expect(try response.decode(Problem.self).attemptsRemaining == 9)
        }
    }

    @Test("V13 a current_passcode fails if the session times out meanwhile")
    func aCurrentPasscodeFailsIfTheSessionTimesOutMeanwhile() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .minutes(15) - .seconds(1))
            let access = try await server.refresh(session.refreshToken).session()
            let barrier = server.holdChecks()
            async let response = server.changeSettings(
                #"{"passcode_enabled":false,"current_passcode":"739105"}"#, access)
            await barrier.arrivals(1)
            server.clock.advance(by: .seconds(1))
            barrier.open(times: 100)
            #expect(try await response.problem == "locked")
            #expect(try await server.account().passcodeEnabled)
        }
    }
}

extension TestServer {
    /// Changes the row of a session as no request could.
    func alterSession(_ session: SessionResponse, _ change: @escaping @Sendable (inout Session) -> Void) async throws {
        try await alterSession(Credential(secret: session.accessToken, transport: .bearer), change)
    }

    func alterSession(_ credential: Credential, _ change: @escaping @Sendable (inout Session) -> Void) async throws {
        try await dependencies.store.write { transaction in
            var row = try transaction.caller(credential, under: TeamRules()).session
            change(&row)
            try transaction.sessions.update(row)
        }
    }

    /// Leaves a session's last attempt unsettled.
    func leaveLastAttempt(_ session: SessionResponse) async throws {
        try await alterSession(session) { $0.failures = AttemptPolicy.perSession - 1 }
        let stored = try #require(try await storedSessions().first)
        try await dependencies.store.write { [now = clock.now] transaction in
            try transaction.reservations.insert(
                Reservation(
                    id: StoreContract.rowID("r"), accountID: stored.accountID, sessionID: stored.id, reservedAt: now,
                    passcodeVersion: 1, lockVersion: stored.lockVersion))
        }
    }

    /// Changes the account's row as no request could.
    func alterAccount(_ email: String = "ann@example.com", _ change: @escaping @Sendable (inout Account) -> Void)
        async throws
    {
        try await dependencies.store.write { transaction in
            var account = try #require(try transaction.accounts.find(email: email))
            change(&account)
            try transaction.accounts.update(account)
        }
    }
}
