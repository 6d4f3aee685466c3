import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The rows of a session are bounded.
@Suite struct SessionAllowanceTests {
    @Test(
        "V9 ASVS-2.4.2 refreshes are limited to 20, then one per ten seconds")
    func refreshesAreLimitedTo20ThenOnePerTenSeconds() async throws {
        try await TestServer.run { server in
            var session = try await server.signIn()
            for _ in 0..<20 { session = try await server.refresh(session.refreshToken).session() }
            let rejected = try await server.refresh(session.refreshToken)
            #expect(rejected.problem == "too-many-requests")
            #expect(try rejected.decode(Problem.self).retryAfter == 10)
            #expect(rejected.headers[.retryAfter] == "10")
            #expect(try await server.status(session) == 200)
            server.clock.advance(by: .milliseconds(9_999))
            #expect(try await server.refresh(session.refreshToken).status == 429)
            server.clock.advance(by: .milliseconds(1))
            session = try await server.refresh(session.refreshToken).session()
            #expect(try await server.refresh(session.refreshToken).status == 429)
            // Another session has its own allowance.
            let other = try await server.signIn()
            #expect(try await server.refresh(other.refreshToken).status == 200)
        }
    }

    @Test("V9 settings share the limit, also across servers")
    func settingsShareTheLimitAlsoAcrossServers() async throws {
        try await TestServer.run { server in
            var session = try await server.signIn()
            try await TestServer.run(sharing: server) { [session] (other) async throws in
                for index in 0..<19 {
                    let asked = index.isMultiple(of: 2) ? server : other
                    let change = #"{"passcode_timeout_minutes":\#(index.isMultiple(of: 2) ? 30 : 15)}"#
                    #expect(try await asked.changeSettings(change, session).status == 200)
                }
            }
            session = try await server.refresh(session.refreshToken).session()
            let account = try await server.account()
            let rejected = try await server.changeSettings(#"{"passcode_timeout_minutes":5}"#, session)
            #expect(rejected.problem == "too-many-requests")
            #expect(try await server.account() == account)
            // Errors of the request precede the allowance.
            #expect(try await server.changeSettings(#"{"passcode_enabled":true}"#, session).status == 409)
            #expect(try await server.changeSettings(#"{"passcode_timeout_minutes":7}"#, session).status == 422)
        }
    }

    @Test("V9 a rate-limited request costs no attempt")
    func aRateLimitedRequestCostsNoAttempt() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            for _ in 0..<20 { _ = try await server.changeSettings(#"{"language":"fr"}"#, session) }
            let checks = server.hasher.checks
            let wrong = #"{"passcode_timeout_minutes":60,"current_passcode":"739106"}"#
            #expect(try await server.changeSettings(wrong, session).problem == "too-many-requests")
            #expect(server.hasher.checks == checks)
            #expect(try await server.account().failures == 0)
        }
    }

    @Test("V9 ASVS-2.3.2 passcode changes have their own limit")
    func passcodeChangesHaveTheirOwnLimit() async throws {
        try await TestServer.run { server in
            var session = try await server.signInWithPasscode()
            let passcodes = [TestServer.passcode, "580293"]
            func change(_ index: Int) async throws -> TestResponse {
                let (old, new) = (passcodes[index % 2], passcodes[(index + 1) % 2])
                return try await server.post(
                    "/api/auth/set-passcode", #"{"passcode":"\#(new)","current_passcode":"\#(old)"}"#,
                    bearer: session.accessToken)
            }
            for index in 0..<20 { session = try await change(index).session() }
            #expect(try await change(20).problem == "too-many-requests")
            #expect(try await server.refresh(session.refreshToken).status == 200)
            server.clock.advance(by: .seconds(10))
            #expect(try await change(20).status == 200)
        }
    }

    @Test(
        "V9 a clock change restores the allowance",
        arguments: [(260_000, false), (260_001, true), (7_200_000, true)])
    func aClockChangeRestoresTheAllowance(_ milliseconds: Int, _ isAllowed: Bool) throws {
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        let stored = now + .milliseconds(milliseconds)
        var usedUntil: Timestamp? = stored
        guard isAllowed else {
            #expect(throws: Problem.self) { try SessionAllowance.use(&usedUntil, at: now) }
            #expect(usedUntil == stored)
            return
        }
        for _ in 0..<SessionAllowance.burst { try SessionAllowance.use(&usedUntil, at: now) }
        #expect(throws: Problem.self) { try SessionAllowance.use(&usedUntil, at: now) }
    }

    @Test("V9 after a small clock change the delay is reported")
    func afterASmallClockChangeTheDelayIsReported() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            for _ in 0..<20 { _ = try await server.changeSettings(#"{"language":"fr"}"#, session) }
            server.clock.advance(by: .seconds(-50))
            let rejected = try await server.changeSettings(#"{"language":"fr"}"#, session)
            #expect(try rejected.decode(Problem.self).retryAfter == 60)
            server.clock.advance(by: .milliseconds(59_999))
            #expect(try await server.changeSettings(#"{"language":"fr"}"#, session).status == 429)
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.changeSettings(#"{"language":"fr"}"#, session).status == 200)
        }
    }

    @Test(
        "V15 a damaged rate limit blocks for at most one interval")
    func aDamagedRateLimitBlocksForAtMostOneInterval() async throws {
        try await TestServer.run { server in
            var session = try await server.signInWithPasscode()
            for (table, column) in [
                ("sessions", "changes_used_until"), ("sessions", "passcode_changes_used_until"),
                ("mail_requests", "allowance_used_until"),
            ] {
                try await server.database.execute(
                    "UPDATE \(table) SET \(column) = \(StoredValue.numbers.upperBound)")
            }
            session = try await server.refresh(session.refreshToken).session()
            session = try await server.set(#"{"passcode":"580293","current_passcode":"739105"}"#, session).session()
            #expect(try await server.changeSettings(#"{"language":"fr"}"#, session).status == 200)
            server.clock.advance(by: EmailLimits.interval)
            #expect(try await server.signInEmail("ann@example.com").code != nil)
        }
    }

    @Test("V9 a session's rows are bounded over 30 days")
    func aSessionsRowsAreBoundedOver30Days() async throws {
        try await TestServer.run { server in
            var session = try await server.signInWithPasscode()
            for index in 0..<600 {
                let response =
                    index.isMultiple(of: 3)
                    ? try await server.verify(TestServer.passcode, session)
                    : try await server.refresh(session.refreshToken)
                session = try response.session()
                server.clock.advance(by: .seconds(10))
            }
            let kinds = try await server.database.rows("SELECT kind FROM session_tokens")
            #expect(kinds.count <= SessionToken.maximumCount)
            #expect(kinds.count { $0 == "refresh" } == 1)
        }
    }

    @Test("V9 a session's events are bounded and hide no others")
    func aSessionsEventsAreBoundedAndHideNoOthers() async throws {
        try await TestServer.run { server in
            var session = try await server.signInWithPasscode()
            let account = try await server.account()
            let now = server.clock.now
            let kinds = [ActivityKind.passcodeFailed, .unlockedAfterFailures, .timeoutChanged]
            try await server.dependencies.store.write { transaction in
                for kind in kinds {
                    for _ in 0..<ActivityEvent.kept {
                        _ = try transaction.activity.insert(
                            ActivityEvent(accountID: account.id, at: now, kind: kind, deviceName: nil, ip: nil))
                    }
                }
            }
            for minutes in [5, 1, 5] {
                try await server.fail(1, session)
                session = try await server.verify(TestServer.passcode, session).session()
                let body = #"{"passcode_timeout_minutes":\#(minutes),"current_passcode":"\#(TestServer.passcode)"}"#
                #expect(try await server.changeSettings(body, session).status == 200)
            }
            let stored = try await server.database.rows("SELECT kind FROM activity")
            for kind in kinds {
                #expect(stored.count { $0 == kind.rawValue } == ActivityEvent.kept, "\(kind)")
            }
            #expect(stored.contains("passcode_set"))
        }
    }

    @Test("V6 the first refresh token still ends the session")
    func theFirstRefreshTokenStillEndsTheSession() async throws {
        try await TestServer.run { server in
            let first = try await server.signIn()
            var session = first
            for _ in 0..<100 {
                session = try await server.refresh(session.refreshToken).session()
                server.clock.advance(by: .hours(7))
            }
            session = try await server.refresh(session.refreshToken).session()
            #expect(try await server.status(session) == 200)
            try await server.parts.sweeper.sweep()
            #expect(try await server.refresh(first.refreshToken).status == 401)
            #expect(try await server.status(session) == 401)
            #expect(try await server.refresh(session.refreshToken).status == 401)
        }
    }

    @Test("V6 an unknown token of a family refreshes nothing")
    func anUnknownTokenOfAFamilyRefreshesNothing() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            let other = try await server.signIn("bob@example.com")
            // A token has 43 characters; the family uses 21 and a half.
            let mixed = other.refreshToken.prefix(24) + session.refreshToken.dropFirst(24)
            #expect(try await server.refresh(String(mixed)).status == 401)
            #expect(try await server.status(session) == 200)
        }
    }
}
