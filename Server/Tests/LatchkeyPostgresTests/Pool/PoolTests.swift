import Foundation
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

@Suite(.enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
struct PoolTests {
    private static let one = PostgresStatement("SELECT 1")
    private static let hang = PostgresStatement("SELECT pg_sleep(30)")
    private static let create = PostgresStatement("CREATE TABLE IF NOT EXISTS t (id bigint)")
    private static let insert = PostgresStatement("INSERT INTO t VALUES ($1)")
    private static let end = PostgresStatement("SELECT pg_terminate_backend(pg_backend_pid())")

    @Test("V8 lost prepared statements do not fail transactions")
    func lostPreparedStatementsDoNotFailTransactions() async throws {
        let pool = try TestDatabase().pool(size: 1)
        let deallocate = PostgresStatement("DEALLOCATE ALL")
        let count = PostgresStatement("SELECT count(*) FROM pg_class")
        for _ in 0..<3 {
            _ = try await pool.write { transaction in
                try transaction.run(count())
                try transaction.run(deallocate())
            }
        }
        #expect(pool.status == PoolStatus(idle: 1))
    }

    @Test("ASVS-13.2.6 connections are opened only for waiting work")
    func connectionsAreOpenedOnlyForWaitingWork() async throws {
        let database = try TestDatabase()
        let pool = try database.pool(size: 8)
        #expect(pool.status == PoolStatus())
        for _ in 0..<20 { _ = try await pool.read { try $0.run(Self.one()).count } }
        #expect(pool.status == PoolStatus(idle: 1))
        #expect(
            try database.query(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE application_name = 'latchkey' AND datname = current_database()
                """
            ) == "1")
    }

    @Test func callsGetConnectionsInOrder() async throws {
        let pool = try TestDatabase().pool(size: 1)
        let order = Shared<[Int]>([])
        let gate = HeldJob(pool)
        try await gate.isRunning()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask { try await pool.read { _ in order.change { $0.append(number) } } }
                try await eventually("the call waits") { pool.status.waiting == number + 1 }
            }
            gate.release()
            try await group.waitForAll()
        }
        #expect(order.value == Array(0..<10))
    }

    @Test("ASVS-13.2.6 a wait for a connection fails at the deadline")
    func aWaitForAConnectionFailsAtTheDeadline() async throws {
        let pool = try TestDatabase().pool(size: 1)
        let gate = HeldJob(pool)
        try await gate.isRunning()
        let begun = ContinuousClock.now
        let hasRun = Shared(false)
        let error = await postgresError {
            try await pool.read(within: .milliseconds(100)) { _ in hasRun.change { $0 = true } }
        }
        #expect(error == .timeout(.turn))
        #expect(ContinuousClock.now - begun >= .milliseconds(100))
        gate.release()
        _ = try await pool.read { try $0.run(Self.one()).count }
        #expect(!hasRun.value)
        #expect(pool.status == PoolStatus(idle: 1))
    }

    @Test func statementPastItsDeadlineClosesConnectionAndWritesNothing() async throws {
        let database = try TestDatabase()
        let pool = try database.pool(size: 1)
        _ = try await pool.write {
            try $0.run(Self.create()); return 0
        }
        let error = await postgresError {
            try await pool.write(within: .seconds(2)) { transaction in
                transaction.queue(Self.insert(Int64(1)))
                return try transaction.run(Self.hang()).count
            }
        }
        #expect(error == .timeout(.response))
        try await eventually("the connection is given up") { pool.status.busy == 0 }
        _ = try await pool.read { try $0.run(Self.one()).count }
        #expect(try database.query("SELECT count(*) FROM t") == "0")
    }

    @Test func transactionPastItsDeadlineIsNotCommitted() async throws {
        let database = try TestDatabase()
        try database.query("CREATE TABLE t (id bigint)")
        let settings = try database.settings()
        let connection = try PostgresConnection.open(settings)
        let error = await error(settings, connection, deadline: .in(.zero), latestStart: .in(.ample)) { transaction in
            transaction.queue(Self.insert(Int64(1)))
        }
        #expect(error == .timeout(.response))
        #expect(try database.query("SELECT count(*) FROM t") == "0")
    }

    @Test func transactionTooLateToFinishIsNotStarted() async throws {
        let settings = try TestDatabase().settings()
        let connection = try PostgresConnection.open(settings)
        let hasRun = Shared(false)
        let error = await error(settings, connection, deadline: .in(.ample), latestStart: .in(.zero)) { _ in
            hasRun.change { $0 = true }
        }
        #expect(error == .timeout(.turn))
        #expect(!hasRun.value)
        #expect(connection.isOpen)
    }

    /// Runs a write with these deadlines, and returns its error.
    private func error(
        _ settings: PostgresSettings, _ connection: PostgresConnection, deadline: Deadline, latestStart: Deadline,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Void
    ) async -> PostgresErrorKind? {
        await postgresError {
            try await withCheckedThrowingContinuation { continuation in
                let job = TransactionJob(
                    mode: .write, settings: settings, keys: [], deadline: deadline, overdue: .in(.ample),
                    latestStart: latestStart, body: body, outcome: { value, _ throws(PostgresError) in value },
                    continuation: SingleUseContinuation(continuation))
                guard case .done(let completion) = job.run(on: connection, whenLate: {}, isAbandoned: { false }) else {
                    return
                }
                completion()
            }
        }
    }

    @Test func cancellingATaskDoesNotCancelItsWrite() async throws {
        let database = try TestDatabase()
        let pool = try database.pool(size: 1)
        _ = try await pool.write {
            try $0.run(Self.create()); return 0
        }
        let gate = HeldJob(pool)
        try await gate.isRunning()
        let write = Task { try await pool.write { transaction in transaction.queue(Self.insert(Int64(1))) } }
        try await eventually("the write waits") { pool.status.waiting == 1 }
        write.cancel()
        gate.release()
        _ = try await write.value
        #expect(try database.query("SELECT count(*) FROM t") == "1")
    }

    @Test func poolReplacesIdleConnectionsClosedByTheServer() async throws {
        let database = try TestDatabase()
        let pool = try database.pool(size: 3)
        let held = [HeldJob(pool), HeldJob(pool), HeldJob(pool)]
        for job in held { try await job.isRunning() }
        for job in held { job.release() }
        try await eventually("all are free") { pool.status == PoolStatus(idle: 3) }
        try database.query(
            """
            SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        let runs = Shared(0)
        for _ in 0..<6 {
            _ = try await pool.write { transaction in
                runs.change { $0 += 1 }
                return try transaction.run(Self.one()).count
            }
        }
        #expect(runs.value == 6)
    }

    @Test func transactionBodyRerunsOnceAfterItsConnectionIsLost() async throws {
        let database = try TestDatabase()
        let pool = try database.pool(size: 1)
        _ = try await pool.write {
            try $0.run(Self.create()); return 0
        }
        let runs = Shared(0)
        _ = try await pool.write { transaction in
            try transaction.run(Self.insert(Int64(1)))
            if runs.change({
                $0 += 1; return $0
            }) == 1 {
                try transaction.run(Self.end())
            }
        }
        #expect(runs.value == 2)
        #expect(try database.query("SELECT count(*) FROM t") == "1")
        let error = await postgresError {
            try await pool.write { transaction in
                runs.change { $0 += 1 }
                try transaction.run(Self.end())
            }
        }
        #expect(error == .rejected("57P01") || error == .unreachable("57P01"))
        #expect(runs.value == 4)
        _ = try await pool.read { try $0.run(Self.one()).count }
        #expect(pool.status == PoolStatus(idle: 1))
    }

    @Test func reconnectingPoolAbandonsAllConnectionsAndParkedWrites() async throws {
        let pair = try TestPair()
        let primary = try TestDatabase(on: pair.primary)
        try primary.query("CREATE TABLE t (id bigint)")
        try pair.makeSynchronous()
        let pool = PostgresPool(
            settings: try primary.settings(replicas: .required), size: 3, timeout: .seconds(2), logger: .silent)
        let pids = { Set(try primary.query(Self.pids).split(separator: "\n")) }
        let held = [HeldJob(pool), HeldJob(pool), HeldJob(pool)]
        for job in held { try await job.isRunning() }
        for job in held[1...] { job.release() }
        try await eventually("two are free") { pool.status == PoolStatus(idle: 2, busy: 1) }
        pair.holdReplication()
        let error = await postgresError { try await pool.write { $0.queue(Self.insert(Int64(1))) } }
        #expect(error == .late)
        #expect(pool.status == PoolStatus(idle: 1, busy: 1, parked: 1))
        let before = try pids()
        #expect(before.count == 3)
        pool.reconnect(to: nil)
        held[0].release()
        try await eventually("all are left") { pool.status == PoolStatus() }
        _ = try await pool.read { try $0.run(Self.one()).count }
        #expect(try pids().subtracting(before).count == 1)
        try pair.releaseReplication()
        try await eventually("they have ended") { try pids().isDisjoint(with: before) }
        // The write was committed in the end.
        #expect(try primary.query("SELECT count(*) FROM t") == "1")
    }

    private static let pids = """
        SELECT pid FROM pg_stat_activity WHERE application_name = 'latchkey' AND datname = current_database()
        """

    @Test func closedPoolRejectsCallsAndEndsItsConnections() async throws {
        let database = try TestDatabase()
        let pool = try database.pool(size: 2)
        let gate = HeldJob(pool)
        try await gate.isRunning()
        async let second: Void = pool.read { _ in }
        _ = try await second
        pool.close()
        #expect(await postgresError { try await pool.read { try $0.run(Self.one()).count } } == .closed)
        gate.release()
        try await eventually("the connections are closed") {
            try database.query(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
                == "0"
        }
    }

    @Test("ASVS-1.4.3 an unused pool ends its connections")
    func anUnusedPoolEndsItsConnections() async throws {
        let database = try TestDatabase()
        var pool: PostgresPool? = try database.pool(size: 2)
        _ = try await pool?.read { try $0.run(Self.one()).count }
        pool = nil
        try await eventually("the connections are closed") {
            try database.query(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
                == "0"
        }
    }
}
