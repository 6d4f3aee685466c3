import Foundation
import Testing

@testable import LatchkeyServer
import LatchkeyPostgres
@testable import PostgresTestSupport

/// The order of waiting writes, on both stores.
@Suite struct WriteOrderTests {
    @Test("V2 attempts go first, background writes last: on SQLite")
    func attemptsGoFirstBackgroundWritesLastOnSQLite() async throws {
        try await TemporaryStore.run { store, _ in
            try await expectOrder(in: store) { store.writesInProgress - 1 }
        }
    }

    @Test(
        "V2 attempts go first, background writes last: on PostgreSQL",
        .withPostgres)
    func attemptsGoFirstBackgroundWritesLastOnPostgreSQL() async throws {
        let store = PostgresStore(
            settings: try await TestPostgres.database().settings().ample, connections: 1, timeout: .ample,
            logger: .silent)
        defer { store.close() }
        try await expectOrder(in: store) { store.pool.status.waiting }
    }

    /// All writes are about one account, and wait for one that has the only connection.
    private func expectOrder(in store: some Store, waiting: () -> Int) async throws {
        let order = Shared<[WritePriority]>([])
        let (hasBegun, end) = (Shared(false), DispatchSemaphore(value: 0))
        let scope = WriteScope.account(StoreContract.rowID("a"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await store.write(on: scope, as: .request) { _ in
                    hasBegun.change { $0 = true }
                    end.wait()
                }
            }
            try await waitUntil("the first write") { hasBegun.value }
            for (count, priority) in (WritePriority.allCases + [.request]).enumerated() {
                group.addTask {
                    try await store.write(on: scope, as: priority) {
                        $0.afterCommit { order.change { $0.append(priority) } }
                    }
                }
                try await waitUntil("write \(count)") { waiting() == count + 1 }
            }
            // A body may run more than once.
            for _ in 0..<10 { end.signal() }
            try await group.waitForAll()
        }
        #expect(order.value == [.settlement, .reservation, .emailInProgress, .request, .request, .background])
    }
}
