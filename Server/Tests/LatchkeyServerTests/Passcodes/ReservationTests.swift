import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct ReservationTests {
    @Test("V2 ASVS-15.4.2 an attempt is committed before it is evaluated")
    func anAttemptIsCommittedBeforeItIsEvaluated() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let barrier = server.holdChecks()
            async let response = server.verify(TestServer.passcode, session)
            await barrier.arrivals(1)
            let id = try await server.account().id
            #expect(try await server.dependencies.store.read { try $0.reservations.list(accountID: id) }.count == 1)
            barrier.open(times: 100)
            #expect(try await response.status == 200)
            #expect(try await server.dependencies.store.read { try $0.reservations.list(accountID: id) }.isEmpty)
        }
    }

    @Test("V1 ASVS-15.4.2 a session has one verification at a time")
    func aSessionHasOneVerificationAtATime() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let barrier = server.holdChecks()
            async let first = server.verify(TestServer.wrongPasscode, session)
            await barrier.arrivals(1)
            let second = try await server.verify(TestServer.passcode, session)
            #expect(second.problem == "too-many-attempts")
            #expect(second.headers[.retryAfter] == "1")
            barrier.open(times: 100)
            #expect(try await first.decode(Problem.self).attemptsRemaining == 9)
            #expect(server.hasher.checks == 1)
        }
    }

    @Test(
        "V2 an unsettled reservation fails after exactly ten seconds", arguments: [9_999, 10_000])
    func anUnsettledReservationFailsAfterExactlyTenSeconds(milliseconds: Int) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.reserveAndVanish(session)
            server.clock.advance(by: .milliseconds(milliseconds))
            let response = try await server.verify(TestServer.wrongPasscode, session)
            if milliseconds < 10_000 {
                #expect(response.problem == "too-many-attempts")
            } else {
                #expect(try response.decode(Problem.self).attemptsRemaining == 8)
            }
        }
    }

    @Test("V14 an expired attempt is recorded at its expiry")
    func anExpiredAttemptIsRecordedAtItsExpiry() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let expiry = server.clock.now + AttemptPolicy.settleWithin
            try await server.reserveAndVanish(session)
            server.clock.advance(by: .minutes(5))
            try await server.parts.sweeper.settleStaleAttempts()
            let id = try await server.account().id
            let events = try await server.dependencies.store.read { transaction in
                try transaction.activity.page(accountID: id, before: nil, limit: 100).compactMap(\.value)
            }
            #expect(events.filter { $0.kind == .passcodeFailed }.map(\.at) == [expiry])
        }
    }

    @Test(
        "V2 a reservation from before a clock change fails immediately",
        arguments: [(-60_000, 0), (-60_001, 1), (-7_200_000, 1)])
    func aReservationFromBeforeAClockChangeFailsImmediately(milliseconds: Int, failures: Int) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.reserveAndVanish(session)
            server.clock.advance(by: .milliseconds(milliseconds))
            try await server.parts.sweeper.settleStaleAttempts()
            #expect(try await server.account().failures == failures)
            let isOver = failures == 1
            #expect(try await server.verify(TestServer.passcode, session).status == (isOver ? 200 : 429))
        }
    }

    @Test("V1 a verification during a clock change fails")
    func aVerificationDuringAClockChangeFails() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.fail(3, session)
            let barrier = server.holdChecks()
            async let response = server.verify(TestServer.passcode, session)
            await barrier.arrivals(1)
            server.clock.advance(by: .hours(-2))
            barrier.open(times: 100)
            let problem = try await response.decode(Problem.self)
            #expect(problem.status == 403 && problem.attemptsRemaining == 6)
            #expect(problem.retryAfter == 30)
            #expect(try await server.account().failures == 4)
        }
    }

    @Test("V2 an unsettled tenth attempt ends its session by itself")
    func anUnsettledTenthAttemptEndsItsSessionByItself() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            for failure in 1...9 {
                _ = try await server.verify(TestServer.wrongPasscode, cookie: cookie)
                server.clock.advance(by: AttemptPolicy.wait(afterFailure: failure))
            }
            try await server.reserveAndVanish(cookie: cookie)
            server.clock.advance(by: .milliseconds(9_999))
            #expect(try await server.get("/api/auth/me", cookie: cookie).status == 200)
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.get("/api/auth/me", cookie: cookie).status == 401)
        }
    }

    @Test("V2 a verification of ten seconds cannot succeed")
    func aVerificationOfTenSecondsCannotSucceed() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let barrier = server.holdChecks()
            async let response = server.verify(TestServer.passcode, session)
            await barrier.arrivals(1)
            server.clock.advance(by: .seconds(10))
            barrier.open(times: 100)
            let problem = try await response.decode(Problem.self)
            #expect(problem.status == 403)
            #expect(problem.attemptsRemaining == 9)
            #expect(try await server.account().failures == 1)
        }
    }

    @Test("V3 with 29 failures only one attempt may be in progress")
    func with29FailuresOnlyOneAttemptMayBeInProgress() async throws {
        try await TestServer.run { server in
            var sessions = [try await server.signInWithPasscode()]
            for _ in 0..<9 { sessions.append(try await server.signInLater()) }
            for session in sessions.prefix(9) { try await server.fail(3, session) }
            try await server.fail(1, sessions[9])
            let (first, second) = (try await server.signInLater(), try await server.signInLater())
            let barrier = server.holdChecks()
            // 28 failures: two attempts may be in progress.
            async let one = server.verify(TestServer.wrongPasscode, first)
            async let two = server.verify(TestServer.wrongPasscode, second)
            await barrier.arrivals(2)
            let third = try await server.verify(TestServer.wrongPasscode, sessions[9])
            #expect(third.problem == "too-many-attempts")
            #expect(third.headers[.retryAfter] == "1")
            barrier.open(times: 100)
            let ended = try await [one, two].map { try $0.decode(Problem.self).sessionEnded }
            #expect(ended.filter { $0 == true }.count == 1)
            #expect(server.hasher.checks == 30)
            #expect(try await server.account().resetRequired)
        }
    }

    @Test("V1 ASVS-2.3.4 parallel attempts never exceed the account's budget")
    func parallelAttemptsNeverExceedTheAccountsBudget() async throws {
        try await TestServer.run(permits: 64) { server in
            try await server.guessInParallel(on: [server])
        }
    }

    @Test("V1 two servers never exceed the budget")
    func twoServersNeverExceedTheBudget() async throws {
        try await TestServer.run(permits: 32) { server in
            try await TestServer.run(sharing: server, permits: 32) { other in
                try await server.guessInParallel(on: [server, other])
            }
        }
    }
}

extension TestServer {
    /// Leaves an attempt unsettled, like a killed server.
    fileprivate func reserveAndVanish(_ session: SessionResponse) async throws {
        try await reserveAndVanish(Credential(secret: session.accessToken, transport: .bearer))
    }

    fileprivate func reserveAndVanish(cookie: String) async throws {
        try await reserveAndVanish(Credential(secret: cookie, transport: .cookie))
    }

    private func reserveAndVanish(_ credential: Credential) async throws {
        try await dependencies.store.write { transaction in
            let caller = try transaction.caller(credential, under: TeamRules())
            try transaction.reservations.insert(
                Reservation(
                    id: StoreContract.rowID("lost"), accountID: caller.account.id, sessionID: caller.session.id,
                    reservedAt: clock.now, passcodeVersion: caller.account.passcodeVersion,
                    lockVersion: caller.session.lockVersion))
        }
    }

    /// Sends three wrong passcodes in each of 40 concurrent sessions; a barrier holds the first evaluations until as
    /// many as possible have arrived.
    fileprivate func guessInParallel(on servers: [TestServer]) async throws {
        var sessions = [try await signInWithPasscode()]
        for _ in 1..<40 { sessions.append(try await newSession()) }
        let barrier = holdChecks()
        let responses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for (index, session) in sessions.enumerated() {
                let server = servers[index % servers.count]
                group.addTask {
                    var statuses: [Int] = []
                    for _ in 0..<3 { statuses.append(try await server.verify(Self.wrongPasscode, session).status) }
                    return statuses
                }
            }
            await barrier.arrivals(AttemptPolicy.perAccount)
            barrier.open(times: 100)
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(hasher.checks == AttemptPolicy.perAccount)
        #expect(responses.filter { $0 == 403 }.count == AttemptPolicy.perAccount)
        #expect(try await account().resetRequired)
    }

    /// Adds a session of the account, without an email.
    private func newSession(_ email: String = "ann@example.com") async throws -> SessionResponse {
        let account = try await account(email)
        let session = try #require(
            Session(
                id: dependencies.random.makeID(), account: account, transport: .bearer, deviceName: nil,
                under: TeamRules(), now: clock.now))
        let issuer = SessionTokenIssuer(random: dependencies.random)
        let secrets = try await dependencies.store.write { [session] transaction in
            var session = session
            try transaction.sessions.insert(session)
            return try issuer.issue(for: &session, in: transaction)
        }
        guard case .bearer(let access, let refresh) = secrets else { throw Problem(.internalError) }
        let user = Caller(account: account, session: session, rules: TeamRules(), now: clock.now).user(in: "en")
        return SessionResponse(
            accessToken: access, accessExpiresIn: 0, refreshToken: refresh, refreshExpiresIn: 0, user: user)
    }
}
