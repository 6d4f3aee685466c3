import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct SweeperTests {
    /// Expects that an item exists at one time and is deleted at the next.
    private func expectGone(
        after lifetime: Duration, _ prepare: @escaping @Sendable (TestServer) async throws -> Void,
        isThere: @escaping @Sendable (TestServer) async throws -> Bool
    ) async throws {
        try await TestServer.run { server in
            try await prepare(server)
            #expect(try await isThere(server))
            server.clock.advance(by: lifetime - .milliseconds(1))
            try await server.parts.sweeper.sweep()
            #expect(try await isThere(server))
            server.clock.advance(by: .milliseconds(1))
            try await server.parts.sweeper.sweep()
            #expect(try await !isThere(server))
        }
    }

    @Test func aSessionIsDeletedAfter30Days() async throws {
        try await expectGone(after: .days(30), { _ = try await $0.signInPage() }) { server in
            try await !server.storedSessions().isEmpty
        }
    }

    @Test func theSweeperRunsAtStartup() async throws {
        try await TestServer.run { server in
            _ = try await server.signInPage()
            server.clock.advance(by: .days(30))
            let service = Task { try await SweeperService(sweeper: server.parts.sweeper).run() }
            try await waitUntil("end of the session") { try await server.storedSessions().isEmpty }
            service.cancel()
            _ = await service.result
        }
    }

    @Test(.onSQLite)
    func missedIntervalsCauseOneSweep() async throws {
        try await TracedStore.run { store, statements in
            try await TestServer.run(store: store) { server in
                let service = Task { await SweeperService(sweeper: server.parts.sweeper).run(by: server.clock) }
                await waitUntil { server.clock.sleepers == 1 }
                statements.change { $0 = [] }
                server.clock.advance(by: .hours(3))
                await waitUntil { server.clock.sleepers == 1 }
                #expect(statements.value.count { $0.contains("FROM reservations") } == 1)
                #expect(!statements.value.contains { $0.hasPrefix("DELETE") }, "a sweep is due each 60 rounds")
                service.cancel()
                await service.value
            }
        }
    }

    @Test func aCodeAndItsLinkAreDeletedAfterTenMinutes() async throws {
        try await expectGone(after: .minutes(10), { _ = try await $0.signInEmail("ann@example.com") }) { server in
            try await server.dependencies.store.read { transaction in
                try transaction.oneTimeTokens.current(email: "ann@example.com", purpose: .signIn) != nil
            }
        }
    }

    @Test func aNoticesLinkIsDeletedAfter30Days() async throws {
        try await expectGone(after: .days(30)) { server in
            _ = try await server.signIn()
            _ = try await server.takeEmails(to: "ann@example.com")
        } isThere: { server in
            try await server.dependencies.store.read { transaction in
                try transaction.oneTimeTokens.current(email: "ann@example.com", purpose: .notice) != nil
            }
        }
    }

    @Test("ASVS-14.2.7 activity is kept for 180 days")
    func activityIsKeptFor180Days() async throws {
        try await expectGone(after: .days(180), { _ = try await $0.signIn() }) { server in
            let id = try await server.account().id
            return try await server.dependencies.store.read { transaction in
                try !transaction.activity.page(accountID: id, before: nil, limit: 1).isEmpty
            }
        }
    }

    @Test func aRenderedRequestIsKeptForAnHourForLimits() async throws {
        try await expectGone(after: .hours(1), { _ = try await $0.signInEmail("ann@example.com") }) { server in
            let long = server.clock.now - .days(1)
            return try await server.dependencies.store.read { transaction in
                try !transaction.emailRequests.recent(email: "ann@example.com", purpose: .signIn, after: long).isEmpty
            }
        }
    }

    @Test func unrenderedRequestIsDeletedAfterAnHour() async throws {
        try await expectGone(after: .hours(1)) { server in
            _ = try await server.post("/api/auth/reset-passcode-request", #"{"email":"ann@example.com"}"#)
        } isThere: { server in
            try await server.dependencies.store.read { try $0.emailRequests.nextPending() != nil }
        }
    }

    @Test func onlySentNoticesAreDeletedAfterTenMinutes() async throws {
        try await expectGone(after: .minutes(10)) { server in
            _ = try await server.signIn()
            _ = try await server.takeEmails(to: "ann@example.com")
        } isThere: { server in
            let id = try await server.account().id
            return try await server.dependencies.store.read {
                try $0.notices.find(accountID: id, kind: .signedIn) != nil
            }
        }
        try await TestServer.run { server in
            _ = try await server.signIn()
            server.clock.advance(by: .days(365))
            try await server.parts.sweeper.sweep()
            #expect(try await server.takeEmails(to: "ann@example.com").count == 1)
        }
    }

    @Test("V7 an expired queued email is erased")
    func anExpiredQueuedEmailIsErased() async throws {
        try await TestServer.run { server in
            let now = server.clock.now
            let email = QueuedEmail(
                id: StoreContract.rowID("m"), purpose: .signIn, recipient: "ann@example.com", sealedMessage: "v1.k.x",
                createdAt: now, expiresAt: now + .minutes(10), failures: 0, nextAttemptAt: now)
            try await server.dependencies.store.write { try $0.outbox.insert(email) }
            func isThere() async throws -> Bool {
                try await server.dependencies.store.read { try $0.outbox.nextDue(at: now) != nil }
            }
            server.clock.advance(by: .minutes(10) - .milliseconds(1))
            try await server.parts.sweeper.sweep()
            #expect(try await isThere())
            server.clock.advance(by: .milliseconds(1))
            try await server.parts.sweeper.sweep()
            #expect(try await !isThere())
        }
    }

    @Test func aSweepKeepsAccountsAndAttemptsInProgress() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let account = try await server.account()
            let barrier = server.holdChecks()
            async let check = server.verify(TestServer.passcode, session)
            await barrier.arrivals(1)
            server.clock.advance(by: .milliseconds(9_999))
            try await server.parts.sweeper.sweep()
            try await server.parts.sweeper.settleStaleAttempts()
            barrier.open(times: 100)
            #expect(try await check.status == 200)
            #expect(try await server.account() == account)
            server.clock.advance(by: .days(365))
            try await server.parts.sweeper.sweep()
            #expect(try await server.account() == account)
        }
    }

    @Test(
        "V2 an unsettled attempt becomes a failure without any request", arguments: [(9_999, 0), (10_000, 1)])
    func anUnsettledAttemptBecomesAFailureWithoutAnyRequest(milliseconds: Int, failures: Int) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let barrier = server.holdChecks()
            async let check = server.verify(TestServer.wrongPasscode, session)
            await barrier.arrivals(1)
            server.clock.advance(by: .milliseconds(milliseconds))
            try await server.parts.sweeper.settleStaleAttempts()
            #expect(try await server.account().failures == failures)
            barrier.open(times: 100)
            #expect(try await check.decode(Problem.self).attemptsRemaining == 9)
            #expect(try await server.account().failures == 1)
        }
    }

    @Test("V2 all expired attempts of an account fail together")
    func allExpiredAttemptsOfAnAccountFailTogether() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            let account = try await server.account()
            try await server.dependencies.store.write { [now = server.clock.now] transaction in
                for number in 0..<3 {
                    try transaction.reservations.insert(
                        Reservation(
                            id: StoreContract.rowID("\(number)"), accountID: account.id,
                            sessionID: StoreContract.rowID("s\(number)"), reservedAt: now - .seconds(20),
                            passcodeVersion: account.passcodeVersion, lockVersion: 0))
                }
            }
            try await server.parts.sweeper.settleStaleAttempts()
            #expect(try await server.account().failures == 3)
        }
    }
}
