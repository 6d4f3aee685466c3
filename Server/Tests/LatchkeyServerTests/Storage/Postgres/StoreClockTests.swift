import Foundation
import LatchkeyAPI
import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// A wrong machine clock.
private struct WrongClock: WallClock {
    let ahead: Duration
    var now: Timestamp { Timestamp(Date()) + ahead }
}

@Suite(.withPostgres)
struct StoreClockTests {
    private static let lock = PostgresStatement("SELECT pg_advisory_lock($1)")

    private func time(of database: TestDatabase) throws -> Timestamp {
        let text = try database.query("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return Timestamp(milliseconds: try #require(Int64(text)))
    }

    @Test("V3 a write's time is the database's, read after its lock")
    func aWritesTimeIsTheDatabasesReadAfterItsLock() async throws {
        let database = try await TestPostgres.database()
        let store = try TestPostgres.store(database)
        defer { store.close() }
        let before = try time(of: database)
        #expect(try await store.read(\.now) >= before)
        let blocker = try database.connection()
        let key = LockKey.ofAddress("ann@example.com")
        _ = try blocker.exchange([Self.lock(key)], until: .in(.ample))
        async let now = store.write(on: .address("ann@example.com"), \.now)
        try await waitUntil("write that waits") {
            try database.query(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'")
                == "1"
        }
        let released = try time(of: database)
        blocker.close()
        #expect(try await now >= released)
        #expect(try await now <= time(of: database))
    }

    @Test("V3 V5 V13 the servers' own clocks do not affect timing")
    func theServersOwnClocksDoNotAffectTiming() async throws {
        let database = try await TestPostgres.database()
        let (first, second) = (try TestPostgres.store(database), try TestPostgres.store(database))
        try await TestServer.run(store: first, ownClock: WrongClock(ahead: .minutes(20))) { ahead in
            let behind = WrongClock(ahead: .minutes(-20))
            try await TestServer.run(sharing: ahead, store: second, ownClock: behind) { behind in
                // An emailed token, valid for ten minutes, and a passcode's timeout of fifteen.
                let token = try #require(try await behind.signInEmail("ann@example.com").token)
                let signedIn = try await ahead.post("/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#).session()
                var session = try await behind.setPasscode(signedIn)
                for server in [ahead, behind] {
                    // A minute ago, so that the request is recorded.
                    let then = try time(of: database) - .minutes(1)
                    try await server.alterSession(session) { $0.lastActiveAt = then }
                    #expect(try await server.status(session) == 200)
                    let noted = try #require(try await server.storedSessions().first?.lastActiveAt)
                    #expect(noted >= then + .minutes(1))
                    #expect(noted <= (try time(of: database)))
                }
                for server in [ahead, behind] {
                    session = try await server.verify(TestServer.passcode, session).session()
                }
                try await ahead.fail(4, session)
                for server in [behind, ahead] {
                    let rejected = try await server.verify(TestServer.passcode, session)
                    #expect(rejected.problem == "too-many-attempts")
                    #expect(1...30 ~= (try rejected.decode(Problem.self).retryAfter ?? 0))
                }
            }
        }
        first.close()
        second.close()
    }
}
