import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// `LATCHKEY_SESSION_DAYS`.
@Suite struct SessionDaysTests {
    private static let week = ["LATCHKEY_SESSION_DAYS": "7"]

    @Test(
        """
        V6 NIST-2.1.3-1 NIST-2.2.3-1 NIST-5.1-13 NIST-5.1.1-5 ASVS-7.3.2 a session ends after the configured days \
        despite refreshes
        """, arguments: [1, 30, 365])
    func aSessionEndsAfterTheConfiguredDaysDespiteRefreshes(_ days: Int) async throws {
        try await TestServer.run(environment: ["LATCHKEY_SESSION_DAYS": "\(days)"]) { server in
            var session = try await server.signIn()
            let end = server.clock.now + .days(days)
            #expect(session.refreshExpiresIn == days * 86_400)
            for _ in 0..<4 {
                server.clock.advance(by: .days(days) / 5)
                session = try await server.refresh(session.refreshToken).session()
                #expect(session.user.policy.sessionEndsAt == Date(timeIntervalSince1970: Double(end.seconds)))
                #expect(session.refreshExpiresIn == (end - server.clock.now).wholeSeconds)
            }
            server.clock.advance(by: end - server.clock.now - .seconds(1))
            session = try await server.refresh(session.refreshToken).session()
            #expect(session.accessExpiresIn == 1 && session.refreshExpiresIn == 1)
            #expect(try await server.status(session) == 200)
            server.clock.advance(by: .seconds(1))
            #expect(try await server.status(session) == 401)
            #expect(try await server.refresh(session.refreshToken).status == 401)
        }
    }

    @Test("V6 a stricter rule ends running sessions", arguments: Asker.allCases)
    func aStricterRuleEndsRunningSessions(_ asker: Asker) async throws {
        for (age, isOpen) in [(.days(7) - .milliseconds(1), true), (.days(7), false)] as [(Duration, Bool)] {
            try await TestServer.run { server in
                let cookie = try await server.signInPage()
                let first = try await server.signIn("bob@example.com")
                server.clock.advance(by: age)
                let session = try await server.refresh(first.refreshToken).session()
                try await server.restarted(Self.week) { (strict) async throws in
                    #expect(try await asker.isOpen(session, cookie: cookie, on: strict) == isOpen, "\(age)")
                    guard !isOpen else { return }
                    #expect(try await strict.get("/api/auth/me", bearer: session.accessToken).status == 401)
                    #expect(try await strict.gate(session) == "unauthenticated")
                    #expect(try await strict.introspect(session.accessToken) == TokenIntrospection())
                    #expect(try await strict.refresh(session.refreshToken).status == 401)
                }
            }
        }
    }

    @Test("V6 a verification overtaken by the end changes nothing")
    func aVerificationOvertakenByTheEndChangesNothing() async throws {
        for (late, status) in [(.milliseconds(999), 200), (.seconds(1), 401)] as [(Duration, Int)] {
            for disables in [true, false] {
                try await TestServer.run(environment: Self.week) { server in
                    let first = try await server.signInWithPasscode()
                    server.clock.advance(by: .days(7) - .seconds(1))
                    let session = try await server.refresh(first.refreshToken).session()
                    let barrier = server.holdChecks()
                    async let response =
                        disables
                        ? server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739105"}"#, session)
                        : server.verify(TestServer.passcode, session)
                    await barrier.arrivals(1)
                    server.clock.advance(by: late)
                    barrier.open(times: 100)
                    #expect(try await response.status == status, "\(late)")
                    let account = try await server.account()
                    #expect(account.passcodeEnabled == (status != 200 || !disables) && account.failures == 0)
                    let left = try await server.dependencies.store.write {
                        try $0.reservations.list(accountID: account.id)
                    }
                    #expect(left.isEmpty)
                }
            }
        }
    }

    @Test("V6 responses and introspection report the earlier session end")
    func responsesAndIntrospectionReportTheEarlierSessionEnd() async throws {
        try await TestServer.run { server in
            let first = try await server.signIn()
            let end = server.clock.now + .days(7)
            server.clock.advance(by: .days(7) - .seconds(60))
            try await server.restarted(Self.week) { (strict) async throws in
                let session = try await strict.refresh(first.refreshToken).session()
                #expect(session.accessExpiresIn == 60 && session.refreshExpiresIn == 60)
                #expect(session.user.policy.sessionEndsAt == end.date)
                #expect(try await strict.introspect(session.accessToken).expirationTime == end.seconds)
            }
        }
    }

    @Test func endedSessionsAreSweptAndNotListed() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            server.clock.advance(by: .days(6))
            _ = try await server.signInLater()
            let end = server.clock.now + .days(7)
            server.clock.advance(by: .days(1) - EmailLimits.interval)
            try await server.restarted(Self.week) { (strict) async throws in
                let fresh = try await strict.signIn()
                let list = try await strict.get("/api/auth/sessions", bearer: fresh.accessToken)
                #expect(try list.decode(SessionList.self).sessions.count == 2)
                let reports = try await strict.reportsForOperator()
                #expect(reports.count == 2 && reports.last?.endsAt == end.date)
                #expect(try await strict.storedSessions().count == 3)
                try await strict.parts.sweeper.sweep()
                #expect(try await strict.storedSessions().count == 2)
            }
        }
    }

    @Test func aLongerRuleDoesNotExtendSessions() async throws {
        try await TestServer.run { server in
            try await server.restarted(Self.week) { (strict) async throws in
                let session = try await strict.signIn()
                let end = strict.clock.now + .days(7)
                try await strict.restarted { (loose) async throws in
                    #expect(try await loose.me(session).policy.sessionEndsAt == end.date)
                    loose.clock.advance(by: .days(7))
                    #expect(try await loose.refresh(session.refreshToken).status == 401)
                }
            }
            // A session from before the stricter rule has its own end again.
            let session = try await server.signInLater()
            server.clock.advance(by: .days(6))
            try await server.restarted(Self.week) { (strict) async throws in
                let newer = try await strict.refresh(session.refreshToken).session()
                #expect(newer.refreshExpiresIn == 86_400)
                try await strict.restarted { (loose) async throws in
                    loose.clock.advance(by: .days(24) - .seconds(1))
                    #expect(try await loose.refresh(newer.refreshToken).session().refreshExpiresIn == 1)
                }
            }
        }
    }

    @Test("V12 NIST-5.1-4 NIST-5.1-15 NIST-5.1.1-4 a cookie expires with its session")
    func aCookieExpiresWithItsSession() async throws {
        try await TestServer.run(environment: Self.week) { server in
            let token = try #require(try await server.signInEmail("ann@example.com").token)
            let response = try await server.send(
                .post, "/api/auth/magic-link/verify", #"{"token":"\#(token)","transport":"cookie"}"#,
                headers: ["Sec-Fetch-Site": "same-origin"])
            #expect(response.headers[.setCookie]?.contains("Max-Age=604800") == true)
        }
    }
}
