import Foundation
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

/// With PgBouncer, which uses another connection for each transaction.
@Suite(
    .enabled(
        if: PostgresPrograms.areInstalled && TestPooler.program != nil, "PostgreSQL or PgBouncer is not installed"))
struct PoolerTests {
    private static let lock = PostgresStatement("SELECT pg_advisory_xact_lock($1)")
    private static let add = PostgresStatement("UPDATE t SET n = n + $1 RETURNING n")
    private static let settings = PostgresStatement(
        "SELECT current_setting('lock_timeout'), current_setting('synchronous_commit')")
    private static let prepared = PostgresStatement("SELECT count(*) FROM pg_prepared_statements")

    @Test func poolerConnectionsRetainNoSettingsOrStatements() async throws {
        let database = try TestDatabase()
        try database.query("CREATE TABLE t (n bigint); INSERT INTO t VALUES (0)")
        let pooler = try TestPooler(to: database.cluster.port, connections: 2)
        let settings = try database.settings(port: pooler.port, pooler: .transaction).ample
        let pool = PostgresPool(settings: settings, size: 6, timeout: .ample, logger: .silent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    _ = try await pool.write(keys: ["\(number % 10)"]) { transaction in
                        let results = try transaction.run([Self.lock(Int64(1)), Self.settings(), Self.add(Int64(1))])
                        #expect(try results[1].first?.value(0) == "2min")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try database.query("SELECT n FROM t") == "200")
        let connection = try PostgresConnection.open(settings)
        for _ in 0..<10 {
            let results = try connection.exchange([Self.settings(), Self.prepared()], until: .in(.ample))
            #expect(try results[0].first?.value(0) == "0")
            #expect(try results[0].first?.value(1) == "on")
            #expect(try results[1].first?.value(0) == Int64(0))
        }
    }

    /// A pooler reports the server state of its first connection to all clients.
    @Test func poolerFirstConnectedToAReadOnlyServerRecovers() async throws {
        let database = try TestDatabase()
        try database.query("CREATE TABLE t (n bigint); INSERT INTO t VALUES (0)")
        let pooler = try TestPooler(to: database.cluster.port, connections: 2)
        let settings = try database.settings(port: pooler.port, pooler: .transaction)
        try database.cluster.query("ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
        _ = try? PostgresConnection.open(settings)
        try database.cluster.query("ALTER DATABASE \(database.name) RESET default_transaction_read_only")
        let pool = PostgresPool(settings: settings, size: 2, timeout: .ample, logger: .silent)
        #expect(try await pool.write { try $0.run(Self.add(Int64(1))).count }.value == 1)
    }
}
