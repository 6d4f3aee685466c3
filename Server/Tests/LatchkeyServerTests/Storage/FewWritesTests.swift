import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Requests served or rejected without the database's lock.
@Suite struct FewWritesTests {
    @Test func theGateDoesNotWaitForWrites() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .minutes(1))
            let fields: HTTPFields = [.authorization: "Bearer \(session.accessToken)"]
            try await server.database.whileHeld {
                let response = try await server.client.execute(.get, "/api/auth/gate", headers: fields)
                #expect(response.status == 204)
            }
            await server.parts.activityRecorder.finish()
            #expect(try await server.storedSessions().first?.lastActiveAt == server.clock.now)
        }
    }

    @Test("V13 late activity does not unlock a session")
    func lateActivityDoesNotUnlockASession() async throws {
        try await TestServer.run { server in
            let first = try await server.signInWithPasscode()
            let ids = try await server.storedSessions().map(\.id)
            _ = try await server.post("/api/auth/lock", bearer: first.accessToken)
            let locked = try await server.storedSessions()
            server.clock.advance(by: .minutes(1))
            for id in ids {
                server.parts.activityRecorder.note(id, lastActiveAt: Timestamp(milliseconds: 0), at: server.clock.now)
            }
            await server.parts.activityRecorder.finish()
            #expect(try await server.storedSessions() == locked)
            _ = try await server.verify(TestServer.passcode, first)
            let idle = try await server.storedSessions()
            server.clock.advance(by: .minutes(15))
            for id in ids {
                server.parts.activityRecorder.note(id, lastActiveAt: Timestamp(milliseconds: 0), at: server.clock.now)
            }
            await server.parts.activityRecorder.finish()
            #expect(try await server.storedSessions() == idle)
        }
    }

    @Test func anInvalidRefreshTokenCausesOnlyARead() async throws {
        try await TestServer.run { server in
            try await server.database.whileHeld {
                for token in ["", "x", String(repeating: "A", count: 43)] {
                    let response = try await server.refresh(token)
                    #expect(response.status == 401)
                }
            }
        }
    }

    @Test(.onSQLite)
    func readinessTakesNoLockAfterARecentWrite() async throws {
        try await TestServer.run { server in
            let store = try SQLiteStore(
                path: server.dependencies.settings.databasePath, clock: server.clock,
                instant: Self.time(passing: .milliseconds(1)))
            try await TestServer.run(sharing: server, store: store) { server in
                _ = try await server.signIn()
                try await server.database.whileHeld {
                    let response = try await server.get("/health/ready")
                    #expect(response.status == 200)
                }
            }
        }
    }

    /// A clock that advances with each read, so that a wait ends after a fixed number of reads.
    private static func time(passing step: Duration) -> @Sendable () -> ContinuousClock.Instant {
        let instant = Shared(ContinuousClock.now)
        return {
            instant.change { $0 += step }
            return instant.value
        }
    }

    @Test("V8 only an actual write or probe proves writability", .onSQLite)
    func onlyAnActualWriteOrProbeProvesWritability() async throws {
        try await TemporaryStore.run { first, path in
            try await first.write { try $0.keyCheck.insert("v1") }
            let writesNothing: [@Sendable (Transaction) throws -> Void] = [
                { _ = try $0.keyCheck.find() }, { try $0.keyCheck.update("v1") },
            ]
            for body in writesNothing {
                let store = try SQLiteStore(
                    path: path, clock: ManualClock(), instant: Self.time(passing: .milliseconds(10)))
                try await store.write(body)
                try await HeldDatabase.run(path) {
                    await #expect(throws: StoreError.self) { try await store.ping() }
                }
                try await store.ping()
                try await HeldDatabase.run(path) { try await store.ping() }
            }
        }
    }

    @Test func theEmailWorkerTakesNoLockWhileIdle() async throws {
        try await TestServer.run { server in
            let faulty = FaultyStore(server.dependencies.store)
            try await TestServer.run(sharing: server, store: faulty) { server in
                _ = try await server.signInWithPasscode()
                _ = try await server.takeEmails(to: "ann@example.com")
                faulty.failWrites()
                try await server.parts.emailWorker.drain()
            }
        }
    }

    @Test(.onSQLite)
    func aVerificationLooksUpItsSessionTwice() async throws {
        try await TracedStore.run { store, statements in
            try await TestServer.run(store: store) { server in
                let session = try await server.signInWithPasscode()
                statements.change { $0 = [] }
                #expect(try await server.verify(TestServer.passcode, session).status == 200)
                let count = statements.value.count { $0.contains("FROM session_tokens WHERE digest") }
                #expect(count == 2)
            }
        }
    }

    @Test(
        .onSQLite,
        arguments: [(TestServer.passcode, 200), (TestServer.wrongPasscode, 403)])
    func aVerificationReadsEachRowOncePerTransaction(passcode: String, status: Int) async throws {
        try await TracedStore.run { store, statements in
            try await TestServer.run(store: store) { server in
                let session = try await server.signInWithPasscode()
                statements.change { $0 = [] }
                #expect(try await server.verify(passcode, session).status == status)
                #expect(statements.value.count { $0.hasPrefix("BEGIN") } == 3)
                for table in ["users WHERE id", "sessions WHERE id", "reservations WHERE account_id"] {
                    let count = statements.value.count { $0.hasPrefix("SELECT") && $0.contains(" FROM \(table)") }
                    #expect(count == 3, "\(table)")
                }
                #expect(
                    !statements.value.contains { $0.hasPrefix("SELECT") && $0.contains(" FROM reservations WHERE id") })
            }
        }
    }
}
