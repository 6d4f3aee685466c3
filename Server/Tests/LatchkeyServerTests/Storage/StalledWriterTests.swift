import Foundation
import GRDB
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Requests that wait for a database locked by another process.
@Suite(.onSQLite) struct StalledWriterTests {
    private static let stall: Duration = .milliseconds(2_200)

    @Test("V2 a correct passcode succeeds despite a 2.2 s stall", arguments: [false, true])
    func aCorrectPasscodeSucceedsDespiteA22SStall(isReserved: Bool) async throws {
        try await withUsualTimeout { server, store, time in
            let session = try await server.signInWithPasscode()
            let barrier = server.holdChecks()
            let check = Shared<Task<TestResponse, any Error>?>(nil)
            @Sendable func begin() {
                check.change { $0 = Task { try await server.verify(TestServer.passcode, session) } }
            }
            if isReserved {
                begin()
                await barrier.arrivals(1)
            }
            try await HeldDatabase.run(server.dependencies.settings.databasePath) {
                barrier.open(times: 100)
                if !isReserved { begin() }
                try await waitUntil("a write of the check") { store.writesInProgress == 1 }
                time.change { $0 = FrozenTime(instant: $0.instant + Self.stall) }
                // The waiting write has noticed that it is late, and keeps waiting.
                try await waitUntil("a reading of the time") { time.value.readings > 0 }
            }
            #expect(try await check.value?.value.status == 200)
            #expect(try await server.account().failures == 0)
        }
    }

    @Test("V9 a sweep holds the database for 20 ms")
    func aSweepHoldsTheDatabaseFor20Ms() async throws {
        try await TestServer.run { server in
            let path = server.dependencies.settings.databasePath
            _ = try await server.signIn()
            let session = try #require(try await server.storedSessions().first)
            let database = try DatabaseQueue(path: path)
            try await database.write { [now = server.clock.now] db in
                try db.execute(
                    sql: """
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
                        INSERT INTO session_tokens SELECT 'over' || i, ?, 'access', 0, ?, 0 FROM n
                        """,
                    arguments: [session.id, now.milliseconds])
            }
            let statements = Shared<[String]>([])
            let traced = try SQLiteStore(path: path, clock: ManualClock(), timeout: .seconds(60)) { sql in
                statements.change { $0.append(sql) }
            }
            try await TestServer.run(sharing: server, store: traced) { server in
                var sweeper = server.parts.sweeper
                // Each statement takes 10 ms.
                let instant = Shared(ContinuousClock.now)
                sweeper.instant = {
                    defer { instant.change { $0 += .milliseconds(10) } }
                    return instant.value
                }
                try await sweeper.sweep()
            }
            let inTransactions = statements.value.split { $0.hasPrefix("COMMIT") }.map { transaction in
                transaction.count { $0.hasPrefix("DELETE FROM session_tokens") }
            }
            #expect(inTransactions.max() == 2)
            #expect(inTransactions.reduce(0, +) >= 50)
            let left = try await database.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM session_tokens WHERE digest LIKE 'over%'")
            }
            #expect(left == 0)
        }
    }

    /// Runs a server whose store has the real timeout, with a fixed clock.
    private func withUsualTimeout(
        _ body: @escaping @Sendable (TestServer, SQLiteStore, Shared<FrozenTime>) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let time = Shared(FrozenTime(instant: .now))
            let store = try SQLiteStore(
                path: server.dependencies.settings.databasePath, clock: server.clock,
                instant: {
                    time.change { $0.readings += 1 }
                    return time.value.instant
                })
            try await TestServer.run(sharing: server, store: store) { try await body($0, store, time) }
        }
    }
}

/// A clock moved by the test, which records reads.
private struct FrozenTime {
    let instant: ContinuousClock.Instant
    var readings = 0
}
