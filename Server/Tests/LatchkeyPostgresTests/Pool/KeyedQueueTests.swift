import Foundation
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

/// A job that expires after a number of clock reads.
private final class WaitingJob: PostgresJob {
    private let looks = Shared(0)
    private let patience: Int
    let keys: Set<String>
    let priority: PostgresPriority
    let isOverdue: Bool

    init(
        patience: Int = .max, keys: Set<String> = [], priority: PostgresPriority = .normal, isOverdue: Bool = false
    ) {
        self.patience = patience
        self.keys = keys
        self.priority = priority
        self.isOverdue = isOverdue
    }

    var deadline: Deadline {
        looks.change {
            $0 += 1; return $0
        } <= patience ? .in(.ample) : .in(.zero)
    }

    func run(
        on connection: PostgresConnection, whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) -> PostgresJobEnd { .again }

    func fail(_ error: PostgresError) {}
}

struct WaitingJobTests {
    @Test func expiringJobIsNeverLost() {
        var queue = KeyedQueue()
        queue.append(WaitingJob(patience: 1))
        let expired = queue.removeExpired()
        #expect(expired.count + queue.count == 1)
    }

    @Test func highestPriorityJobRunsFirstThenTheOldest() {
        var queue = KeyedQueue()
        let jobs = (PostgresPriority.allCases + PostgresPriority.allCases).map { WaitingJob(priority: $0) }
        for job in jobs { queue.append(job) }
        let order = (0..<jobs.count).compactMap { _ in queue.takeNext() }
        let expected = [4, 9, 3, 8, 2, 7, 1, 6, 0, 5].map { ObjectIdentifier(jobs[$0]) }
        #expect(order.map { ObjectIdentifier($0) } == expected)
    }

    @Test func urgentJobWaitsForItsKeyWithoutBlockingOtherKeys() {
        var queue = KeyedQueue()
        let first = WaitingJob(keys: ["a"])
        queue.append(first)
        #expect(queue.takeNext() === first)
        let urgent = WaitingJob(keys: ["a"], priority: .highest)
        let other = WaitingJob(keys: ["b"], priority: .background)
        queue.append(urgent)
        queue.append(other)
        #expect(queue.takeNext() === other)
        #expect(queue.takeNext() == nil)
        queue.release(first)
        #expect(queue.takeNext() === urgent)
    }

    @Test func jobWaitsForAllItsKeysAndHoldsNoneMeanwhile() {
        var queue = KeyedQueue()
        let (network, address) = (WaitingJob(keys: ["n"]), WaitingJob(keys: ["a"]))
        let (both, later) = (WaitingJob(keys: ["n", "a"]), WaitingJob(keys: ["a"]))
        for job in [network, both, address, later] { queue.append(job) }
        #expect(queue.startable(upTo: 4) == 2)
        #expect(queue.takeNext() === network)
        #expect(queue.takeNext() === address)
        queue.release(address)
        #expect(queue.takeNext() === later)
        queue.release(network)
        #expect(queue.takeNext() == nil)
        queue.release(later)
        #expect(queue.takeNext() === both)
        #expect(queue.startable(upTo: 4) == 0 && queue.count == 0)
    }

    @Test func backgroundJobPrecedesNormalJobsAfterHalfItsTime() {
        var queue = KeyedQueue()
        let jobs = [
            WaitingJob(priority: .background), WaitingJob(priority: .background, isOverdue: true), WaitingJob(),
            WaitingJob(priority: .elevated),
        ]
        for job in jobs { queue.append(job) }
        let order = (0..<4).compactMap { _ in queue.takeNext() }
        #expect(order.map { ObjectIdentifier($0) } == [3, 1, 2, 0].map { ObjectIdentifier(jobs[$0]) })
    }

    @Test func rejectedConnectionFailsNoJobWhileAnotherIsOpening() {
        var state = PoolState(workers: 2)
        func failed(_ actions: [PoolState.Action]) -> Int {
            actions.count { if case .fail = $0 { true } else { false } }
        }
        for _ in 0..<2 { _ = state.submit(WaitingJob()) }
        #expect(state.status == PoolStatus(opening: 2, waiting: 2))
        let full = ConnectionFailure(state: SQLState("53300"), message: "full")
        #expect(failed(state.openFailed(0, full, triedAt: .now)) == 0)
        #expect(failed(state.openFailed(1, full, triedAt: .now)) == 2)
    }
}

@Suite(.enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
struct KeyedQueueTests {
    private static let lock = PostgresStatement("SELECT pg_advisory_xact_lock($1)")
    private static let add = PostgresStatement("UPDATE t SET n = n + 1 RETURNING n")
    private static let one = PostgresStatement("SELECT 1")

    @Test func aThousandWritesOfOneKeyUseOneConnection() async throws {
        let database = try TestDatabase()
        try database.query("CREATE TABLE t (n bigint); INSERT INTO t VALUES (0)")
        let pool = try database.pool(size: 8)
        let (most, running) = (Shared(0), Shared(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    _ = try await pool.write(keys: ["account"]) { transaction in
                        let now = running.change {
                            $0 += 1; return $0
                        }
                        most.change { $0 = max($0, now) }
                        defer { running.change { $0 -= 1 } }
                        return try transaction.run([Self.lock(Int64(1)), Self.add()]).count
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(most.value == 1)
        #expect(pool.status == PoolStatus(idle: 1))
        #expect(try database.query("SELECT n FROM t") == "1000")
    }

    @Test func blockedKeyDoesNotDelayOtherKeys() async throws {
        let pool = try TestDatabase().pool(size: 2)
        let held = HeldJob(pool, keys: ["a"])
        try await held.isRunning()
        let waiting = Task { try await pool.write(keys: ["a"]) { try $0.run(Self.one()).count } }
        try await eventually("the second of the lane waits") { pool.status.waiting == 1 }
        for lane in ["b", "c", "d"] { _ = try await pool.write(keys: [lane]) { try $0.run(Self.one()).count } }
        _ = try await pool.read { try $0.run(Self.one()).count }
        #expect(pool.status.waiting == 1)
        held.release()
        #expect(try await waiting.value.value == 1)
    }

    @Test("ASVS-15.4.3 stalled write times out and frees its key")
    func stalledWriteTimesOutAndFreesItsKey() async throws {
        let pool = try TestDatabase().pool(size: 2)
        let held = HeldJob(pool, keys: ["a"])
        try await held.isRunning()
        let error = await postgresError {
            try await pool.write(keys: ["a"], within: .milliseconds(100)) { try $0.run(Self.one()).count }
        }
        #expect(error == .timeout(.turn))
        held.release()
        #expect(try await pool.write(keys: ["a"]) { try $0.run(Self.one()).count }.value == 1)
    }
}
