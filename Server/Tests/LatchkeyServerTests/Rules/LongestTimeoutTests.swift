import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// `LATCHKEY_LONGEST_TIMEOUT`.
@Suite struct LongestTimeoutTests {
    private static let five = ["LATCHKEY_LONGEST_TIMEOUT": "5"]
    private static let hour = #"{"passcode_timeout_minutes":60,"current_passcode":"739105"}"#

    @Test("V13 the longest timeout replaces longer settings immediately", arguments: Asker.allCases)
    func theLongestTimeoutReplacesLongerSettingsImmediately(_ asker: Asker) async throws {
        for (idle, isOpen) in [
            (.minutes(5) - .milliseconds(1), true), (.minutes(5), false), (.minutes(5) + .milliseconds(1), false),
        ] as [(Duration, Bool)] {
            try await TestServer.run { server in
                let page = try await server.signInPageWithPasscode()
                server.clock.advance(by: EmailLimits.interval)
                let session = try await server.verify(TestServer.passcode, server.signIn()).session()
                _ = try await server.changeSettings(Self.hour, session)
                // Both sessions are active.
                #expect(try await server.get("/api/auth/sessions", cookie: page).status == 200)
                server.clock.advance(by: idle)
                try await server.restarted(Self.five) { (strict) async throws in
                    #expect(try await asker.isOpen(session, cookie: page, on: strict) == isOpen, "\(idle)")
                    #expect(try await strict.account().passcodeTimeoutMinutes == 60)
                }
            }
        }
    }

    @Test func aSessionGetsTheEffectiveTimeout() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.changeSettings(Self.hour, session)
            try await server.restarted(Self.five) { (strict) async throws in
                let user = try await strict.me(session)
                #expect(user.passcodeTimeoutMinutes == 5 && user.policy.longestTimeoutMinutes == 5)
                #expect(user.policy.allowedTimeouts == [1, 5])
            }
            #expect(try await server.me(session).passcodeTimeoutMinutes == 60)
            server.clock.advance(by: .minutes(14))
            #expect(try await server.status(session) == 200)
        }
    }

    @Test func theOperatorsReportAppliesTheLongestTimeout() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            server.clock.advance(by: .minutes(5))
            #expect(try await server.reportsForOperator().map(\.locked) == [false])
            try await server.restarted(Self.five) { (strict) async throws in
                #expect(try await strict.reportsForOperator().map(\.locked) == [true])
            }
        }
    }

    @Test func refreshRemovesAnIdleLockOfTheLongestTimeout() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .minutes(5))
            try await server.restarted(Self.five) { (strict) async throws in
                let open = try await strict.refresh(session.refreshToken).session()
                #expect(!open.user.locked)
                #expect(try await strict.status(open) == 200)
                #expect(try await strict.status(session) == 423)
            }
        }
    }

    @Test("V13 a verification overtaken by the timeout changes nothing")
    func aVerificationOvertakenByTheTimeoutChangesNothing() async throws {
        for (late, problem) in [(.milliseconds(999), nil), (.seconds(1), "locked")] as [(Duration, String?)] {
            try await TestServer.run { server in
                let session = try await server.signInWithPasscode()
                _ = try await server.changeSettings(Self.hour, session)
                try await server.restarted(Self.five) { (strict) async throws in
                    strict.clock.advance(by: .minutes(5) - .seconds(1))
                    let barrier = strict.holdChecks()
                    async let response = strict.changeSettings(
                        #"{"passcode_enabled":false,"current_passcode":"739105"}"#, session)
                    await barrier.arrivals(1)
                    strict.clock.advance(by: late)
                    barrier.open(times: 100)
                    let settled = try await response
                    #expect(try await strict.account().passcodeEnabled == (problem != nil))
                    guard problem == nil else { return #expect(settled.problem == problem) }
                    #expect(try settled.decode(User.self).policy.longestTimeoutMinutes == 5)
                }
            }
        }
    }

    @Test("V13 a stricter server's locks persist at a looser server")
    func aStricterServersLocksPersistAtALooserServer() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .minutes(5))
            try await server.restarted(Self.five) { (strict) async throws in
                #expect(try await strict.gate(session) == "locked")
            }
            #expect(try await server.status(session) == 423)
        }
    }

    @Test("ASVS-2.2.3 users choose at most the longest timeout")
    func usersChooseAtMostTheLongestTimeout() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.changeSettings(Self.hour, session)
            try await server.restarted(Self.five) { (strict) async throws in
                let checks = strict.hasher.checks
                for minutes in [15, 30, 60] {
                    let json = #"{"passcode_timeout_minutes":\#(minutes),"current_passcode":"739105"}"#
                    let response = try await strict.changeSettings(json, session)
                    #expect(response.status == 422 && response.problem == "invalid-timeout")
                    #expect(try response.decode(Problem.self).allowed == [1, 5])
                }
                #expect(strict.hasher.checks == checks, "no passcode was verified")
                #expect(try await strict.account().passcodeTimeoutMinutes == 60)
                for minutes in [5, 1] {
                    let json = #"{"passcode_timeout_minutes":\#(minutes)}"#
                    #expect(try await strict.changeSettings(json, session).status == 200, "\(minutes)")
                }
                let longer = try await strict.changeSettings(#"{"passcode_timeout_minutes":5}"#, session)
                #expect(longer.problem == "invalid-request")
            }
        }
    }

    @Test("V13 a change of the timeout persists idle locks")
    func aChangeOfTheTimeoutPersistsIdleLocks() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.changeSettings(Self.hour, session)
            let other = try await server.verify(TestServer.passcode, server.signInLater()).session()
            server.clock.advance(by: .minutes(4))
            #expect(try await server.status(session) == 200)
            server.clock.advance(by: .minutes(1))
            try await server.restarted(Self.five) { (strict) async throws in
                let json = #"{"passcode_timeout_minutes":5}"#
                #expect(try await strict.changeSettings(json, session).status == 200)
            }
            // Within the clock tolerance, so that only a persisted lock holds.
            server.clock.advance(by: .seconds(-30))
            #expect(try await server.status(other) == 423)
        }
    }
}
