import Foundation
import Synchronization
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

@Suite(.enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
struct TransactionTests {
    static let insert = PostgresStatement("INSERT INTO t VALUES ($1)")
    static let count = PostgresStatement("SELECT count(*) FROM t")
    static let divide = PostgresStatement("SELECT 1 / $1::bigint")
    static let isolation = PostgresStatement(
        "SELECT current_setting('transaction_isolation'), current_setting('transaction_read_only')")
    static let raise = PostgresStatement("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40001'; END $$")
    static let rollback = PostgresStatement("ROLLBACK")
    static let isOver = PostgresStatement("SELECT pg_sleep(0.02)")

    private func database() throws -> TestDatabase {
        let database = try TestDatabase()
        try database.query("CREATE TABLE t (id bigint PRIMARY KEY)")
        return database
    }

    @Test func returnedWriteIsCommitted() async throws {
        let database = try database()
        let pool = try database.pool()
        let committed = try await pool.write { transaction in
            transaction.queue(Self.insert(Int64(1)))
            try transaction.run(Self.insert(Int64(2)))
            transaction.queue(Self.insert(Int64(3)))
            return "done"
        }
        #expect(committed.value == "done")
        #expect(try database.query("SELECT string_agg(id::text, ',' ORDER BY id) FROM t") == "1,2,3")
        _ = try await pool.writeLocally { transaction in transaction.queue(Self.insert(Int64(4))) }
        #expect(try database.query("SELECT count(*) FROM t") == "4")
    }

    @Test("ASVS-2.3.3 nothing is written if the body throws")
    func nothingIsWrittenIfTheBodyThrows() async throws {
        struct Mine: Error {}
        let database = try database()
        let pool = try database.pool(size: 1)
        await #expect(throws: Mine.self) {
            try await pool.write { transaction in
                try transaction.run(Self.insert(Int64(1)))
                throw Mine()
            }
        }
        #expect(try database.query("SELECT count(*) FROM t") == "0")
        #expect(try await pool.read { try $0.run(Self.count()).first?.value(0, as: Int64.self) } == 0)
    }

    @Test func nothingIsWrittenWhenTheBodyIgnoresAFailure() async throws {
        let database = try database()
        let pool = try database.pool(size: 1)
        let error = await postgresError {
            try await pool.write { transaction in
                try transaction.run(Self.insert(Int64(1)))
                _ = try? transaction.run(Self.divide(Int64(0)))
            }
        }
        #expect(error == .rejected("22012"))
        let queued = await postgresError {
            try await pool.write { transaction in
                transaction.queue(Self.insert(Int64(1)))
                transaction.queue(Self.divide(Int64(0)))
            }
        }
        #expect(queued == .rejected("22012"))
        #expect(try database.query("SELECT count(*) FROM t") == "0")
        #expect(try await pool.read { try $0.run(Self.count()).first?.value(0, as: Int64.self) } == 0)
    }

    @Test func transactionEndedByItsBodyFails() async throws {
        let database = try database()
        let pool = try database.pool(size: 1)
        let error = await postgresError {
            try await pool.writeLocally { transaction in
                try transaction.run(Self.insert(Int64(1)))
                try transaction.run(Self.rollback())
            }
        }
        #expect(error == .warned)
        _ = try await pool.write { transaction in transaction.queue(Self.insert(Int64(1))) }
    }

    @Test(arguments: [
        ("COMMIT", false, PostgresError.UndecidedReason?.none, PostgresErrorKind?.none),
        ("ROLLBACK", false, nil, .rejected("25P02")),
        ("", false, nil, .rejected("25P02")), ("COMMIT", true, nil, .warned),
        ("COMMIT", false, .replicationOff, .replicationOff), ("COMMIT", false, .notReplicated, .notReplicated),
        ("COMMIT", true, .replicationOff, .warned),
    ])
    func proofRequiresCommitWithoutWarningsAndEnoughStandbys(
        tag: String, hasWarned: Bool, doubt: PostgresError.UndecidedReason?, error: PostgresErrorKind?
    ) async {
        let response = CommitResult(tag: tag, hasWarned: hasWarned, warning: nil, standbyDoubt: doubt)
        #expect(await postgresError { try CommitProof.check(response, replicas: .required) } == error)
        let single = await postgresError { try CommitProof.check(response, replicas: .none) }
        #expect(single == (hasWarned || tag != "COMMIT" ? error : nil))
    }

    @Test func commitResponseWithoutStandbyStatusProvesNothing() async {
        let response = CommitResult(tag: "COMMIT", hasWarned: false, warning: nil)
        #expect(await postgresError { try CommitProof.check(response, replicas: .required) } == .replicationOff)
    }

    @Test func readSeesOneSnapshotAndCannotWrite() async throws {
        let database = try database()
        let pool = try database.pool()
        let counts = try await pool.read { transaction in
            let before = try transaction.run(Self.count()).first?.value(0, as: Int64.self)
            try database.query("INSERT INTO t VALUES (1)")
            return [before, try transaction.run(Self.count()).first?.value(0, as: Int64.self)]
        }
        #expect(counts == [0, 0])
        #expect(
            await postgresError { try await pool.read { try $0.run(Self.insert(Int64(2))).affected } }
                == .rejected("25006"))
        #expect(try database.query("SELECT count(*) FROM t") == "1")
    }

    @Test func databaseDefaultDoesNotChangeTheIsolationLevel() async throws {
        let database = try database()
        try database.query("ALTER DATABASE \(database.name) SET default_transaction_isolation = 'serializable'")
        let pool = try database.pool()
        let write = try await pool.write { try $0.run(Self.isolation()).first?.value(0, as: String.self) }
        #expect(write.value == "read committed")
        let read = try await pool.read { transaction in
            let row = try transaction.run(Self.isolation()).first
            return [try row?.value(0, as: String.self), try row?.value(1, as: String.self)]
        }
        #expect(read == ["repeatable read", "on"])
    }

    @Test func conflictingTransactionIsRetriedThreeTimes() async throws {
        let database = try database()
        let pool = try database.pool(size: 1)
        let runs = Mutex(0)
        #expect(
            await postgresError {
                try await pool.write { transaction in
                    runs.withLock { $0 += 1 }
                    try transaction.run(Self.insert(Int64(1)))
                    try transaction.run(Self.raise())
                }
            } == .rejected("40001"))
        #expect(runs.withLock { $0 } == 4)
        let value = try await pool.write { transaction in
            try transaction.run(Self.insert(Int64(1)))
            let run = runs.withLock {
                $0 += 1; return $0
            }
            if run < 8 { throw PostgresError.conflict }
            return run
        }
        #expect(value.value == 8)
        #expect(try database.query("SELECT count(*) FROM t") == "1")
    }

    @Test func conflictingTransactionIsNotRetriedAfterTheDeadline() async throws {
        let pool = try database().pool(size: 1)
        _ = try await pool.read { try $0.run(Self.count()).count }
        let runs = Mutex(0)
        let error = await postgresError {
            try await pool.write(within: .milliseconds(100)) { transaction in
                runs.withLock { $0 += 1 }
                for _ in 0..<4 { try transaction.run(Self.isOver()) }
                throw PostgresError.conflict
            }
        }
        #expect(error == .conflict || error == .timeout(.response) || error == .timeout(.turn))
        #expect(runs.withLock { $0 } <= 2)
    }

    @Test func statementsOfOneCallShareARoundTrip() async throws {
        let database = try database()
        let link = try FaultyLink(to: database.cluster.port)
        let pool = try database.pool(size: 1, port: link.port)
        _ = try await pool.write { try $0.run(Self.count()).count }
        let before = link.count(of: "S", .toServer)
        _ = try await pool.write { transaction in
            let results = try transaction.run([Self.count(), Self.isolation(), Self.count()])
            transaction.queue(Self.insert(Int64(1)))
            return results.count
        }
        #expect(link.count(of: "S", .toServer) - before == 2)
    }
}
