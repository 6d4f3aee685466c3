import Foundation
import GRDB
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// What waits for a database that another process holds.
@Suite struct StalledWriterTests {
    private static let stall: Duration = .milliseconds(2_200)

    @Test("V2 a right passcode succeeds although the database stalls for 2.2 s", arguments: [false, true])
    func rightPasscodes(isReserved: Bool) async throws {
        try await withUsualPatience { server in
            let session = try await server.signInWithPasscode()
            let gate = server.holdChecks()
            if !isReserved { gate.open(times: 100) }
            let check: Task<TestAnswer, any Error>
            if isReserved {
                check = Task { try await server.verify(TestServer.passcode, session) }
                await gate.arrivals(1)
            } else {
                check = Task { [path = server.dependencies.settings.databasePath] in
                    try await waitUntil("the database to be held") { try Self.isHeld(path) }
                    return try await server.verify(TestServer.passcode, session)
                }
            }
            try await HeldDatabase.run(server.dependencies.settings.databasePath) {
                if isReserved { gate.open(times: 100) }
                // The time itself is what is tested.
                try await Task.sleep(for: Self.stall)
            }
            #expect(try await check.value.status == 200)
            #expect(try await server.account().failures == 0)
        }
    }

    @Test("V2 of what waits the end of an attempt goes first, and what nobody waits for last")
    func priorities() async throws {
        try await TemporaryStore.run { store, path in
            let order = Shared<[WritePriority]>([])
            try await withThrowingTaskGroup(of: Void.self) { group in
                let held = try await HeldDatabase(path)
                // The first one has its turn already, and waits for the other process.
                for (count, priority) in ([.request] + WritePriority.allCases).enumerated() {
                    group.addTask {
                        try await store.write(as: priority) { _ in order.change { $0.append(priority) } }
                    }
                    try await waitUntil("write \(count)") { store.writesUnderWay == count + 1 }
                }
                try await held.release()
                try await group.waitForAll()
            }
            #expect(order.value == [.request, .settlement, .reservation, .request, .background])
        }
    }

    @Test("V9 however much one process has to write, another gets its turn within half a second")
    func turns() async throws {
        try await TemporaryStore.run { store, path in
            let other = try SQLiteStore(path: path)
            let isOver = Shared(false)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<50 {
                    group.addTask {
                        while !isOver.value {
                            try await store.write { try $0.keyCheck.update("\(index)") }
                        }
                    }
                }
                for index in 0..<40 {
                    let start = ContinuousClock.now
                    try await other.write { try $0.accounts.insert(StoreContract.account("\(index)")) }
                    #expect(ContinuousClock.now - start < .milliseconds(500))
                }
                isOver.change { $0 = true }
                try await group.waitForAll()
            }
        }
    }

    @Test("V9 a sweep of many rows holds the database for 50 ms at most")
    func sweeps() async throws {
        try await TestServer.run { server in
            let path = server.dependencies.settings.databasePath
            _ = try await server.signIn()
            let session = try #require(try await server.storedSessions().first)
            let now = server.clock.now()
            try await DatabaseQueue(path: path).write { db in
                try db.execute(
                    sql: """
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000)
                        INSERT INTO session_tokens SELECT 'over' || i, ?, 'access', 0, ?, 0 FROM n
                        """,
                    arguments: [session.id, now])
            }
            let held = Shared<Duration>(.zero)
            let isOver = Shared(false)
            let looking = Thread {
                let longest = Self.longestHold(path) { isOver.value }
                held.change { $0 = longest }
                isOver.change { $0 = false }
            }
            looking.start()
            try await server.parts.sweeper.sweep()
            isOver.change { $0 = true }
            try await waitUntil("the other thread") { !isOver.value }
            #expect(held.value < .milliseconds(250))
            let left = try await DatabaseQueue(path: path).read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM session_tokens WHERE digest LIKE 'over%'")
            }
            #expect(left == 0)
        }
    }

    /// The longest time for which the lock could not be had.
    private static func longestHold(_ path: String, until isOver: () -> Bool) -> Duration {
        var longest: Duration = .zero
        var since: ContinuousClock.Instant?
        while !isOver() {
            if (try? isHeld(path)) ?? true {
                since = since ?? .now
            } else {
                if let since { longest = max(longest, ContinuousClock.now - since) }
                since = nil
            }
        }
        return longest
    }

    private static func isHeld(_ path: String) throws -> Bool {
        do {
            try DatabaseQueue(path: path).inTransaction(.immediate) { _ in .rollback }
            return false
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return true
        }
    }

    /// A server whose store is as patient as that of a real one.
    private func withUsualPatience(_ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
        try await TestServer.run { server in
            let path = server.dependencies.settings.databasePath
            try await TestServer.run(sharing: server, store: SQLiteStore(path: path), body)
        }
    }
}
