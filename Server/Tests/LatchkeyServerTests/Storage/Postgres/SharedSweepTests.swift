import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// Sweeps and row counts of servers on one database.
@Suite(.withPostgres)
struct SharedSweepTests {
    private static let now = StoreContract.now

    @Test func onlyOneOfSeveralServersSweeps() async throws {
        try await withStores { first, second, database in
            try await Self.leaveTokens(40, in: first)
            // The server starts before the transaction, which PostgreSQL ends when it is idle for long.
            try await TestServer.run(store: second) { server in
                let barrier = Barrier()
                let sweep = Task {
                    try await first.write(on: .sweep, as: .background) { transaction in
                        #expect(transaction.sweeps)
                        barrier.pass()
                    }
                }
                await barrier.arrivals(1)
                try await server.parts.sweeper.sweep()
                let left = try database.query("SELECT count(*) FROM session_tokens")
                barrier.open()
                try await sweep.value
                #expect(left == "40")
                try await server.parts.sweeper.sweep()
                #expect(try database.query("SELECT count(*) FROM session_tokens") == "0")
            }
        }
    }

    @Test func concurrentDeletionsNeitherWaitNorExceedTheLimit() async throws {
        try await withStores { first, second, _ in
            try await Self.leaveTokens(40, in: first)
            let barrier = Barrier()
            let held = Task {
                try await first.write(on: .queue, as: .background) { transaction in
                    let count = try transaction.sessionTokens.deleteExpired(at: Self.now, limit: 10)
                    barrier.pass()
                    return count
                }
            }
            await barrier.arrivals(1)
            @Sendable func delete(_ limit: Int) async throws -> Int {
                try await second.write(on: .queue, as: .background) { transaction in
                    try transaction.sessionTokens.deleteExpired(at: Self.now, limit: limit)
                }
            }
            let deleted = try? await [delete(20), delete(20)]
            barrier.open()
            #expect(try await held.value == 10)
            #expect(deleted == [20, 10])
            #expect(try await delete(20) == 0)
        }
    }

    @Test func countsAboveAThousandAreEstimated() async throws {
        try await withStores { store, _, database in
            try await store.write { transaction in
                let owner = StoreContract.account("1")
                try transaction.accounts.insert(owner)
                for number in 0..<999 { try transaction.sessions.insert(StoreContract.session("\(number)", owner)) }
                for number in 0..<999 { try transaction.outbox.insert(StoreContract.queuedEmail("\(number)")) }
            }
            func counts() async throws -> [Int] {
                try await store.read { try [$0.sessions.count(at: Self.now), $0.outbox.count()] }
            }
            #expect(try await counts() == [999, 999])
            try await store.write { transaction in
                let owner = StoreContract.account("1")
                for number in 999..<1500 { try transaction.sessions.insert(StoreContract.session("\(number)", owner)) }
                for number in 999..<1500 { try transaction.outbox.insert(StoreContract.queuedEmail("\(number)")) }
            }
            // There are no statistics yet.
            #expect(try await counts() == [1000, 1000])
            try database.query("ANALYZE")
            #expect(try await counts() == [1500, 1500])
        }
    }

    private func withStores(
        _ body: (PostgresStore, PostgresStore, TestDatabase) async throws -> Void
    ) async throws {
        let database = try await TestPostgres.database()
        let (first, second) = (try TestPostgres.store(database), try TestPostgres.store(database))
        defer {
            first.close()
            second.close()
        }
        try await body(first, second, database)
    }

    private static func leaveTokens(_ count: Int, in store: PostgresStore) async throws {
        try await store.write { transaction in
            let owner = StoreContract.account("1")
            try transaction.accounts.insert(owner)
            try transaction.sessions.insert(StoreContract.session("s", owner, at: now + .days(1)))
            for number in 0..<count {
                try transaction.sessionTokens.insert(StoreContract.token("t\(number)", "s", .access, end: now))
            }
        }
    }
}
