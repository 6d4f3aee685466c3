import Foundation
import HTTPTypes
import LatchkeyAPI
import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

@Suite struct FaultTests {
    @Test("V2 an out-of-memory KDF spends no attempt")
    func anOutOfMemoryKDFSpendsNoAttempt() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.hasher.beforeCheck { () throws(PasscodeHasherError) in throw .outOfMemory }
            #expect(try await server.verify(TestServer.passcode, session).status == 503)
            server.hasher.beforeCheck { () throws(PasscodeHasherError) in }
            let response = try await server.verify(TestServer.wrongPasscode, session)
            #expect(try response.decode(Problem.self).attemptsRemaining == 9)
        }
    }

    @Test("V2 V8 a database failure before the KDF spends nothing")
    func aDatabaseFailureBeforeTheKDFSpendsNothing() async throws {
        try await withFaultyStore { server, store in
            let session = try await server.signInWithPasscode()
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            store.failWrites()
            let response = try await server.verify(TestServer.passcode, session)
            #expect(response.problem == "temporarily-unavailable")
            #expect(response.headers[.retryAfter] != nil)
            #expect(server.hasher.checks == 0)
            store.recover()
            #expect(try await server.status(session) == 423)
            let wrong = try await server.verify(TestServer.wrongPasscode, session)
            #expect(try wrong.decode(Problem.self).attemptsRemaining == 9)
        }
    }

    @Test(
        "V2 a reservation of unknown outcome spends and allows nothing",
        arguments: [false, true], [0, 2])
    func aReservationOfUnknownOutcomeSpendsAndAllowsNothing(isWritten: Bool, failures: Int) async throws {
        try await withFaultyStore { server, store in
            let session = try await server.signInWithPasscode()
            store.leaveNextUndecided(isWritten: isWritten)
            if failures > 0 { store.failWrites(from: 2, count: failures) }
            #expect(try await server.verify(TestServer.passcode, session).problem == "temporarily-unavailable")
            await server.parts.verifier.undecided.finish()
            #expect(server.hasher.checks == 0)
            let wrong = try await server.verify(TestServer.wrongPasscode, session)
            #expect(try wrong.decode(Problem.self).attemptsRemaining == 9)
        }
    }

    @Test("V2 V8 ASVS-16.5.3 a database failure after the KDF leaves the attempt spent")
    func aDatabaseFailureAfterTheKDFLeavesTheAttemptSpent() async throws {
        try await withFaultyStore { server, store in
            let session = try await server.signInWithPasscode()
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            store.failWrites(from: 2)
            #expect(try await server.verify(TestServer.passcode, session).status == 503)
            store.recover()
            #expect(try await server.status(session) == 423)
            server.clock.advance(by: .seconds(10))
            let wrong = try await server.verify(TestServer.wrongPasscode, session)
            #expect(try wrong.decode(Problem.self).attemptsRemaining == 8)
        }
    }

    @Test("V8 ASVS-16.5.1 an unreadable database returns 503, never 401 or 403")
    func anUnreadableDatabaseReturns503Never401Or403() async throws {
        try await withFaultyStore { server, store in
            let session = try await server.signInWithPasscode()
            store.failReads()
            store.failWrites()
            for endpoint in server.parts.endpoints where endpoint.path.hasPrefix("/api/") {
                let path = endpoint.path.replacing("{id}", with: "x")
                let response = try await server.send(
                    endpoint.method, path, Self.body, bearer: session.accessToken)
                if path == "/api/auth/sign-in-ways" {
                    // The call depends only on settings.
                    #expect(response.status == 200)
                } else {
                    #expect(response.problem == "temporarily-unavailable", "\(endpoint.method) \(path)")
                }
            }
            #expect(try await server.get("/health/ready").status == 503)
            let live = try await server.get("/health/live", bearer: session.accessToken)
            #expect(live.status == 200)
        }
    }

    @Test("V8 writes to a read-only database return 503", .onSQLite)
    func writesToAReadOnlyDatabaseReturn503() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            let readOnly = try SQLiteStore(
                path: server.dependencies.settings.databasePath, clock: ManualClock(), readOnly: true)
            try await TestServer.run(sharing: server, store: readOnly) { (other) async throws in
                #expect(try await other.verify(TestServer.passcode, session).status == 503)
                #expect(try await other.post("/api/auth/magic-link", #"{"email":"a@b.c"}"#).status == 503)
                #expect(try await other.status(session) == 423)
                #expect(try await other.get("/health/ready").status == 503)
            }
            #expect(server.hasher.checks == 0)
        }
    }

    @Test("V9 an overload spends nothing, and rejections precede it")
    func anOverloadSpendsNothingAndRejectionsPrecedeIt() async throws {
        try await TestServer.run(permits: 1, queue: 0) { server in
            let session = try await server.signInWithPasscode()
            let other = try await server.signIn()
            let waiting = try await server.signIn()
            try await server.fail(4, waiting)
            let barrier = server.holdChecks()
            async let held = server.verify(TestServer.passcode, session)
            await barrier.arrivals(1)
            let shed = try await server.verify(TestServer.wrongPasscode, other)
            #expect(shed.problem == "temporarily-unavailable")
            #expect(shed.headers[.retryAfter] != nil)
            #expect(try await server.verify(TestServer.passcode, waiting).problem == "too-many-attempts")
            barrier.open(times: 100)
            #expect(try await held.status == 200)
            let wrong = try await server.verify(TestServer.wrongPasscode, other)
            #expect(try wrong.decode(Problem.self).attemptsRemaining == 9)
        }
    }

    @Test("V15 ASVS-11.2.5 a corrupt record affects one account until a reset")
    func aCorruptRecordAffectsOneAccountUntilAReset() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let other = try await server.signInWithPasscode("bob@example.com")
            try await server.dependencies.store.write { transaction in
                var account = try #require(try transaction.accounts.find(email: "ann@example.com"))
                account.passcodeHash = account.passcodeHash.map { String($0.dropLast(4)) + "AAAA" }
                try transaction.accounts.update(account)
            }
            #expect(try await server.verify(TestServer.passcode, session).problem == "internal-error")
            #expect(try await server.verify(TestServer.passcode, other).status == 200)
            #expect(try await server.account().failures == 0)
            #expect(server.hasher.checks == 1)
            #expect(try await server.resetPasscode(to: "580293", session).status == 200)
        }
    }

    @Test("V15 a corrupt recovery key costs no attempt")
    func aCorruptRecoveryKeyCostsNoAttempt() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.dependencies.store.write { transaction in
                var account = try #require(try transaction.accounts.find(email: "ann@example.com"))
                account.recoveryKey = account.recoveryKey.map { String($0.dropLast(4)) + "AAAA" }
                try transaction.accounts.update(account)
            }
            let change = #"{"passcode":"580293","current_passcode":"739105"}"#
            for _ in 0..<12 {
                #expect(try await server.verify(TestServer.passcode, session).problem == "internal-error")
                #expect(try await server.verify(TestServer.wrongPasscode, session).problem == "internal-error")
                let response = try await server.post("/api/auth/set-passcode", change, bearer: session.accessToken)
                #expect(response.problem == "internal-error")
                server.clock.advance(by: .seconds(11))
            }
            try await server.parts.sweeper.settleStaleAttempts()
            #expect(server.hasher.checks == 0)
            #expect(try await server.account().failures == 0)
            // Calls that do not need it work.
            let settings = #"{"passcode_timeout_minutes":60,"current_passcode":"739105"}"#
            #expect(try await server.changeSettings(settings, session).status == 200)
        }
    }

    @Test("V15 a correct passcode costs no attempt despite damage")
    func aCorrectPasscodeCostsNoAttemptDespiteDamage() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let credential = Credential(secret: session.accessToken, transport: .bearer)
            let authentication = Authentication(
                credential: credential, caller: try await server.parts.authenticator.caller(credential))
            let passcode = try #require(Passcode(TestServer.passcode))
            await #expect(throws: SealError.notAuthentic) {
                try await server.parts.verifier.check(
                    passcode, for: .unlock, by: authentication, client: ClientInfo(ip: nil)
                ) { _ in
                    throw SealError.notAuthentic
                }
            }
            let accountID = try await server.account().id
            let reserved = try await server.dependencies.store.read { try $0.reservations.list(accountID: accountID) }
            #expect(reserved.isEmpty)
            server.clock.advance(by: AttemptPolicy.settleWithin)
            try await server.parts.sweeper.settleStaleAttempts()
            #expect(try await server.account().failures == 0)
            #expect(try await server.storedSessions().map(\.failures) == [0])
        }
    }

    @Test("V7 another account's sealed hash does not match")
    func anotherAccountsSealedHashDoesNotMatch() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.setPasscode(server.signIn("eve@example.com"), "580293")
            try await server.dependencies.store.write { transaction in
                var account = try #require(try transaction.accounts.find(email: "ann@example.com"))
                let eve = try #require(try transaction.accounts.find(email: "eve@example.com"))
                (account.passcodeHash, account.passcodeSalt) = (eve.passcodeHash, eve.passcodeSalt)
                try transaction.accounts.update(account)
            }
            #expect(try await server.verify("580293", session).problem == "internal-error")
            #expect(server.hasher.checks == 0)
        }
    }

    @Test("NIST-3.1.1.2-26 ASVS-11.2.2 an outdated hash is replaced at a success")
    func anOutdatedHashIsReplacedAtASuccess() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let before = try await server.account().passcodeHash
            let same = try await server.verify(TestServer.passcode, session).session()
            #expect(try await server.account().passcodeHash == before)
            try server.hasher.raiseCost()
            let renewed = try await server.verify(TestServer.passcode, same).session()
            #expect(try await server.account().passcodeHash != before)
            #expect(try await server.verify(TestServer.passcode, renewed).status == 200)
        }
    }

    /// A body for every call.
    private static let body = """
        {"email": "ann@example.com", "token": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
         "refresh_token": "x", "passcode": "739105", "current_passcode": "739105", "new_passcode": "580293",
         "attempt": "11111111-2222-4333-8444-555555555555",
         "blinded": "A6qHyiK-iwU3jrHHHvMgrXRuHTtii6ebmFn3QeCCVCo4VQLyXb9VKWw6VF44cnYKtw",
         "tag": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}
        """

    private func withFaultyStore(
        _ body: @escaping @Sendable (TestServer, FaultyStore) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let store = FaultyStore(server.dependencies.store)
            try await TestServer.run(sharing: server, store: store) { server in try await body(server, store) }
        }
    }
}
