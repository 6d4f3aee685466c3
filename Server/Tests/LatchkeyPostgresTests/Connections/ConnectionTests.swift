import Foundation
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

@Suite(.enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
struct ConnectionTests {
    private static let one = PostgresStatement("SELECT 1")
    private static let names = PostgresStatement(
        "SELECT name || ' ' || statement FROM pg_prepared_statements ORDER BY 1")
    private static let sleep = PostgresStatement("SELECT pg_sleep(300)")
    private static let divide = PostgresStatement("SELECT 1 / $1::bigint")
    private static let prepared = PostgresStatement("SELECT count(*) FROM pg_prepared_statements")
    private static let create = PostgresStatement("CREATE TABLE t (id bigint PRIMARY KEY, data bytea)")
    private static let insert = PostgresStatement("INSERT INTO t VALUES ($1)")
    private static let any = PostgresStatement("SELECT $1 IS NULL")
    private static let misspelled = PostgresStatement("SELEC 1")
    private static let echo = PostgresStatement("SELECT $1::bytea")
    private static let length = PostgresStatement("SELECT octet_length($1::bytea)")
    private static let pid = PostgresStatement("SELECT pg_backend_pid()")

    @Test func statementPastItsDeadlineClosesTheConnection() throws {
        let connection = try TestDatabase().connection()
        let begun = ContinuousClock.now
        #expect(throws: PostgresError.self) { try connection.exchange([Self.sleep()], until: .in(.milliseconds(200))) }
        #expect(ContinuousClock.now - begun < .ample)
        #expect(ContinuousClock.now - begun >= .milliseconds(200))
        #expect(!connection.isOpen)
        #expect(throws: PostgresError.self) { try connection.exchange([Self.one()], until: .in(.ample)) }
    }

    @Test func rejectedStatementEndsItsPipelineButNotTheConnection() async throws {
        let database = try TestDatabase()
        let connection = try database.connection()
        _ = try connection.exchange([Self.create()], until: .in(.ample))
        let error = await postgresError {
            try connection.exchange(
                [Self.insert(Int64(1)), Self.divide(Int64(0)), Self.insert(Int64(2))], until: .in(.ample))
        }
        #expect(error == .rejected("22012"))
        #expect(connection.isOpen)
        #expect(
            await postgresError { try connection.exchange([Self.misspelled()], until: .in(.ample)) }
                == .rejected("42601"))
        // A pipeline is one transaction until its end.
        #expect(try database.query("SELECT count(*) FROM t") == "0")
        _ = try connection.exchange([Self.insert(Int64(2)), Self.one()], until: .in(.ample))
        #expect(try database.query("SELECT id FROM t") == "2")
    }

    @Test func errorNamesTheConstraint() throws {
        let connection = try TestDatabase().connection()
        _ = try connection.exchange([Self.create(), Self.insert(Int64(1))], until: .in(.ample))
        #expect {
            try connection.exchange([Self.insert(Int64(1))], until: .in(.ample))
        } throws: { error in
            guard case .rejected(let state, "t_pkey")? = error as? PostgresError else { return false }
            return state.consequence == .violation
        }
    }

    @Test func aStatementIsPreparedOnce() throws {
        let connection = try TestDatabase().connection()
        for _ in 0..<3 { _ = try connection.exchange([Self.one(), Self.one()], until: .in(.ample)) }
        #expect(try connection.exchange([Self.prepared()], until: .in(.ample))[0].first?.value(0) == Int64(2))
    }

    @Test func statementHasTheSameUniqueNameOnAllConnections() throws {
        let database = try TestDatabase()
        let orders = [[Self.one(), Self.pid(), Self.names()], [Self.pid(), Self.one(), Self.names()]]
        let names = try orders.map { queries in
            let connection = try database.connection()
            for _ in 0..<2 { _ = try connection.exchange(queries, until: .in(.ample)) }
            return try connection.exchange([Self.names()], until: .in(.ample))[0].rows
                .map { try $0.value(0, as: String.self) }
        }
        #expect(names[0].count == 3)
        #expect(names[0] == names[1])
    }

    @Test func connectionThroughAPoolerPreparesNoStatements() throws {
        let connection = try PostgresConnection.open(TestDatabase().settings(pooler: .transaction))
        for _ in 0..<3 { _ = try connection.exchange([Self.one()], until: .in(.ample)) }
        #expect(try connection.exchange([Self.prepared()], until: .in(.ample))[0].first?.value(0) == Int64(0))
    }

    @Test func statementsWithDifferentValueTypesArePreparedSeparately() throws {
        let connection = try TestDatabase().connection()
        for _ in 0..<2 {
            _ = try connection.exchange(
                [Self.any(Int64(1)), Self.any("text"), Self.any(UUID())], until: .in(.ample))
        }
    }

    @Test func largeValuesAreSentAndReceivedConcurrently() throws {
        let connection = try TestDatabase().connection()
        let data = [UInt8](repeating: 7, count: 4_000_000)
        let results = try connection.exchange((0..<8).map { _ in Self.echo(data) }, until: .in(.ample))
        #expect(try results.allSatisfy { try $0.first?.value(0) == data })
    }

    @Test func valueLargerThanSocketBuffersIsSentCompletely() throws {
        let connection = try TestDatabase().connection()
        let data = [UInt8](repeating: 7, count: 60_000_000)
        // No response arrives before all of it is sent.
        let results = try connection.exchange([Self.length(data)], until: .in(.ample))
        #expect(try results[0].first?.value(0) == Int64(data.count))
    }

    @Test func connectionClosedByTheServerIsDetected() async throws {
        let database = try TestDatabase()
        let connection = try database.connection()
        #expect(connection.isAlive())
        let pid: Int64? = try connection.exchange([Self.pid()], until: .in(.ample))[0].first?.value(0)
        try database.query("SELECT pg_terminate_backend(\(pid ?? 0))")
        try await eventually("the connection is noticed to be dead") { !connection.isAlive() }
        #expect(!connection.isOpen)
    }

    @Test func connectionReportsTheServerVersion() throws {
        let connection = try TestDatabase().connection()
        #expect(connection.serverVersion >= 140_000)
    }

    @Test func serverTimesOutLocksAndTransactionsOfAbandonedConnections() throws {
        let database = try TestDatabase()
        for pooler in [PostgresSettings.Pooler.none, .transaction] {
            let settings = try database.settings(pooler: pooler)
            let connection = try PostgresConnection.open(settings)
            let transaction = PostgresTransaction(
                connection, mode: .write, settings: settings, deadline: .in(.ample))
            let row = try #require(try transaction.run(Self.bounds()).first)
            #expect(try row.value(0) == "1s")
            #expect(try row.value(1) == "5s")
        }
    }

    private static let bounds = PostgresStatement(
        "SELECT current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')")
}
