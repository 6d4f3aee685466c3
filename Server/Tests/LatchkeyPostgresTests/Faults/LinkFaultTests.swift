import Foundation
import LatchkeyServerCore
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

/// Every message of an exchange is held, cut and delayed, in both directions.
@Suite(.enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
struct LinkFaultTests {
    private static let lock = PostgresStatement("SELECT pg_advisory_xact_lock($1)")
    private static let clock = PostgresStatement("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    private static let next = PostgresStatement("SELECT $1 + 1")
    private static let insert = PostgresStatement("INSERT INTO t VALUES ($1)")
    private static let find = PostgresStatement("SELECT digest, id FROM digests WHERE digest = ANY($1)")

    /// The result of an exchange, and its possible effect.
    private struct Outcome: Sendable {
        let id: Int
        let plan: FaultyLink.Plan
        let error: PostgresErrorKind?
        var isUndecided: Bool { error == .late || error == .lost }
    }

    private func database() throws -> TestDatabase {
        let database = try TestDatabase()
        try database.query(
            """
            CREATE TABLE t (id bigint PRIMARY KEY);
            CREATE TABLE digests AS SELECT decode(lpad(to_hex(n), 8, '0'), 'hex') AS digest, n::bigint AS id
            FROM generate_series(0, 99) n
            """)
        return database
    }

    /// Only a held message uses the whole time.
    private static func time(for plan: FaultyLink.Plan?) -> Duration {
        plan?.fault == .hold ? .milliseconds(350) : .ample
    }

    private func settings(
        _ database: TestDatabase, _ link: FaultyLink, _ plan: FaultyLink.Plan? = nil
    ) throws -> PostgresSettings {
        var settings = try database.settings(port: link.port).ample
        settings.connectTimeout = Self.time(for: plan)
        return settings
    }

    private func write(_ id: Int, _ pool: PostgresPool, within time: Duration = .ample) async throws {
        let response = try await pool.write(keys: ["\(id)"], within: time) { transaction in
            let results = try transaction.run([Self.lock(Int64(id)), Self.clock(), Self.next(Int64(id))])
            transaction.queue(Self.insert(Int64(id)))
            return try results[2].first?.value(0, as: Int64.self)
        }
        #expect(response.value == Int64(id + 1))
    }

    /// All plans for an exchange of that many messages.
    private func plans(_ counts: [(FaultyLink.Direction, Int)]) -> [FaultyLink.Plan] {
        counts.flatMap { direction, count in
            (0..<count).flatMap { message in
                FaultyLink.Fault.allCases.map { FaultyLink.Plan(fault: $0, direction: direction, message: message) }
            }
        }
    }

    /// Does the work for each plan, a few concurrently.
    private func each<Value: Sendable>(
        _ plans: [FaultyLink.Plan], _ work: @escaping @Sendable (Int, FaultyLink.Plan) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            var values: [Value] = []
            for (index, plan) in plans.enumerated() {
                if index >= 12, let value = try await group.next() { values.append(value) }
                group.addTask { try await work(index, plan) }
            }
            for try await value in group { values.append(value) }
            return values
        }
    }

    @Test(arguments: [true, false])
    func writeUnderLinkFaultsSucceedsOrFailsAndPoolRecovers(isConnected: Bool) async throws {
        let database = try database()
        let counting = try FaultyLink(to: database.cluster.port)
        let first = PostgresPool(settings: try settings(database, counting), size: 1, logger: .silent)
        if isConnected { try await write(1_000_000, first) }
        counting.arm(nil)
        try await write(1_000_001, first)
        let plans = plans(FaultyLink.Direction.allCases.map { ($0, counting.count($0)) })
        #expect(plans.count >= 3 * 40)
        let struck = Shared(0)
        let outcomes = try await each(plans) { index, plan in
            let link = try FaultyLink(to: database.cluster.port)
            let pool = PostgresPool(settings: try settings(database, link, plan), size: 2, logger: .silent)
            if isConnected { try await write(2_000_000 + index, pool) }
            link.arm(plan)
            // The result is returned while the link is held.
            let error = await postgresError { try await write(index, pool, within: Self.time(for: plan)) }
            // Otherwise this machine was too slow to connect, to write or to commit in time.
            let isLate = [.timeout(.turn), .timeout(.response), .unreachable(nil), .late].contains(error)
            #expect(link.hasStruck || isLate, "\(plan): \(String(describing: error))")
            struck.change { $0 += link.hasStruck ? 1 : 0 }
            link.release()
            // Recovered: as many connections as before, none stuck.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for other in 0..<4 { group.addTask { try await write(3_000_000 + index * 10 + other, pool) } }
                try await group.waitForAll()
            }
            try await eventually("no connection is stuck") { pool.status.busy + pool.status.parked == 0 }
            pool.close()
            return Outcome(id: index, plan: plan, error: error)
        }
        #expect(struck.value > plans.count / 2)
        first.close()
        try await eventually("all transactions have ended") {
            try database.query(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
                == "0"
        }
        let written = Set(
            try database.query("SELECT id FROM t WHERE id < 1000000").split(separator: "\n").compactMap { Int($0) })
        for outcome in outcomes where !outcome.isUndecided {
            #expect(written.contains(outcome.id) == (outcome.error == nil), "\(outcome)")
        }
        for outcome in outcomes where outcome.plan.fault == .delay { #expect(outcome.error == nil, "\(outcome)") }
        // All kinds of outcomes occurred, so that the faults were effective.
        let kinds = Set(outcomes.map { $0.error == nil ? "done" : $0.isUndecided ? "undecided" : "failed" })
        #expect(kinds == ["done", "undecided", "failed"])
    }

    @Test func readUnderLinkFaultsReturnsCorrectRowsOrFails() async throws {
        let database = try database()
        @Sendable func read(_ id: Int, _ pool: PostgresPool, within time: Duration = .ample) async throws {
            let response = try await pool.read(within: time) {
                try $0.run(Self.next(Int64(id))).first?.value(0, as: Int64.self)
            }
            #expect(response == Int64(id + 1))
        }
        let counting = try FaultyLink(to: database.cluster.port)
        let first = PostgresPool(settings: try settings(database, counting), size: 1, logger: .silent)
        try await read(1, first)
        counting.arm(nil)
        try await read(2, first)
        let plans = plans(FaultyLink.Direction.allCases.map { ($0, counting.count($0)) })
        let held = try await each(plans) { index, plan in
            let link = try FaultyLink(to: database.cluster.port)
            let pool = PostgresPool(settings: try settings(database, link, plan), size: 2, logger: .silent)
            try await read(3, pool)
            link.arm(plan)
            let error = await postgresError { try await read(index, pool, within: Self.time(for: plan)) }
            if plan.fault != .hold { #expect(error == nil, "\(plan)") }
            link.release()
            try await read(4, pool)
            try await eventually("no connection is stuck") { pool.status.busy + pool.status.parked == 0 }
            return plan.fault == .hold && error == nil
        }
        // The held messages of the last round trip.
        #expect(held.contains(true))
        #expect(held.contains(false))
    }

    @Test func batchUnderLinkFaultsSucceedsOrFailsAndReaderRecovers() async throws {
        let database = try database()
        @Sendable func reader(_ link: FaultyLink, _ plan: FaultyLink.Plan? = nil) throws -> PostgresBatchReader<Int64> {
            PostgresBatchReader(
                settings: try settings(database, link), timeout: Self.time(for: plan),
                log: LogThrottle(.silent),
                query: { Self.find($0) }, value: { try $0.value(1) })
        }
        @Sendable func key(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) } }
        let counting = try FaultyLink(to: database.cluster.port)
        let first = try reader(counting)
        #expect(try await first.read(key(1)) == 1)
        counting.arm(nil)
        #expect(try await first.read(key(2)) == 2)
        _ = try await each(plans(FaultyLink.Direction.allCases.map { ($0, counting.count($0)) })) { index, plan in
            let link = try FaultyLink(to: database.cluster.port)
            let reader = try reader(link, plan)
            try await eventually("the reader is connected") { (try? await reader.read(key(3))) == 3 }
            link.arm(plan)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        do {
                            #expect(try await reader.read(key(number)) == Int64(number))
                        } catch {
                            #expect(plan.fault == .hold, "\(plan): \(error)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            link.release()
            try await eventually("the reader is whole") { (try? await reader.read(key(3))) == 3 }
            try await eventually("no row is made up") { (try? await reader.read(key(200))) == .some(.none) }
        }
    }
}
