import Foundation
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

/// Calls during server failures: an error, one log line, and recovery.
@Suite(.enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
struct ServerFaultTests {
    private static let one = PostgresStatement("SELECT 1")
    private static let sleep = PostgresStatement("SELECT pg_sleep(20)")
    private static let isStandby = PostgresStatement("SELECT pg_is_in_recovery()")

    private func pool(
        _ url: String, size: Int = 2, timeout: Duration = .ample, lines: Shared<[String]> = Shared([])
    ) throws -> PostgresPool {
        let address = try PostgresAddress(url: url, password: PostgresPassword("hidden"))
        return PostgresPool(
            settings: PostgresSettings(address: address, replicas: .none).ample, size: size, timeout: timeout,
            logger: .recording(lines))
    }

    private func ask(_ pool: PostgresPool, within time: Duration? = nil) async throws {
        _ = try await pool.write(within: time) { try $0.run(Self.one()).count }
    }

    @Test func poolReconnectsAfterAServerRestart() async throws {
        let cluster = try TestCluster()
        let lines = Shared<[String]>([])
        let pool = try pool(cluster.url(), lines: lines)
        try await ask(pool)
        cluster.stop()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let error = await postgresError { try await ask(pool, within: .seconds(1)) }
                    #expect([.unreachable(nil), .unreachable("57P01"), .timeout(.turn)].contains(error))
                }
            }
            try await group.waitForAll()
        }
        #expect(lines.value.count == 1)
        #expect(
            lines.value.first?.hasPrefix("error no connection to the database code=- reason=connection to server")
                == true)
        try cluster.start()
        try await ask(pool)
        #expect(lines.value.count == 2)
        #expect(lines.value.last == "notice reconnected to the database")
        #expect(!lines.value.joined().contains("hidden"))
        #expect(pool.status.waiting == 0)
    }

    @Test func callsWaitForAServerRestartWithinTheirTimeout() async throws {
        let cluster = try TestCluster()
        let pool = try pool(cluster.url())
        try await ask(pool)
        cluster.stop()
        let call = Task { try await ask(pool) }
        try await eventually("the call waits") { pool.status.waiting == 1 }
        try cluster.start()
        try await call.value
    }

    @Test func exhaustedServerConnectionsFailCallsImmediately() async throws {
        let cluster = try TestCluster(["max_connections = 5", "superuser_reserved_connections = 2"])
        try cluster.query("CREATE ROLE plain LOGIN")
        let lines = Shared<[String]>([])
        let crowd = try pool(cluster.url(user: "plain"), size: 3)
        let held = [HeldJob(crowd), HeldJob(crowd), HeldJob(crowd)]
        for job in held { try await job.isRunning() }
        let pool = try pool(cluster.url(user: "plain"), lines: lines)
        let begun = ContinuousClock.now
        #expect(await postgresError { try await ask(pool) } == .unreachable("53300"))
        #expect(ContinuousClock.now - begun < .ample / 2)
        for job in held { job.release() }
        crowd.close()
        try await eventually("a connection is free") { await postgresError { try await ask(pool) } == nil }
        #expect(lines.value.count == 2)
        #expect(lines.value.first?.hasPrefix("error no connection to the database code=53300") == true)
    }

    @Test func poolWorksWithFewerConnectionsThanItsMaximum() async throws {
        let cluster = try TestCluster(["max_connections = 5", "superuser_reserved_connections = 3"])
        try cluster.query("CREATE ROLE plain LOGIN")
        let pool = try pool(cluster.url(user: "plain"), size: 6)
        // The connection that created the role may still be ending.
        try await eventually("a connection is free") { await postgresError { try await ask(pool) } == nil }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { try await ask(pool) } }
            try await group.waitForAll()
        }
    }

    @Test func standbyIsSkippedInFavorOfThePrimary() async throws {
        let pair = try TestPair.shared.get()
        let standby = try pool(pair.standby.url(), timeout: .seconds(1))
        #expect(await postgresError { try await ask(standby) } == .unreachable(nil))
        let both = try pool(
            "postgres://latchkey@127.0.0.1:\(pair.standby.port),127.0.0.1:\(pair.primary.port)/postgres")
        let isStandby = try await both.read { try $0.run(Self.isStandby()).first?.value(0, as: Bool.self) }
        #expect(isStandby == false)
    }

    @Test func poolRecoversAfterRoleAndDatabaseAreRecreated() async throws {
        let cluster = try TestCluster()
        try cluster.query("CREATE ROLE brief LOGIN")
        try cluster.query("CREATE DATABASE brief")
        let pool = try pool(cluster.url(database: "brief", user: "brief"))
        try await ask(pool)
        try cluster.query("DROP DATABASE brief WITH (FORCE)")
        let begun = ContinuousClock.now
        #expect(await postgresError { try await ask(pool) } == .unreachable("3D000"))
        try cluster.query("DROP ROLE brief")
        let error = await postgresError { try await ask(pool) }
        #expect(error == .unreachable("28000") || error == .unreachable("3D000"))
        #expect(ContinuousClock.now - begun < .ample / 2)
        try cluster.query("CREATE ROLE brief LOGIN")
        try cluster.query("CREATE DATABASE brief")
        try await eventually("recovery") { await postgresError { try await ask(pool) } == nil }
    }

    @Test func cancelledStatementFailsWithoutARetry() async throws {
        let database = try TestDatabase()
        let pool = try database.pool(size: 1)
        let runs = Shared(0)
        let call = Task {
            await postgresError {
                try await pool.write { transaction in
                    runs.change { $0 += 1 }
                    return try transaction.run(Self.sleep()).count
                }
            }
        }
        try await eventually("the statement runs") {
            try database.query(
                """
                SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event = 'PgSleep'
                """
            ) == "1"
        }
        #expect(await call.value == .rejected("57014"))
        #expect(runs.value == 1)
        try await ask(pool)
        #expect(pool.status == PoolStatus(idle: 1))
    }
}
