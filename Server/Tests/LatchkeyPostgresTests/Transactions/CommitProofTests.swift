#if PostgreSQL
import Foundation
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

/// On a primary whose commits wait for a standby.
@Suite(.serialized, .enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
struct CommitProofTests {
    private static let insert = PostgresStatement("INSERT INTO t VALUES ($1)")
    private static let one = PostgresStatement("SELECT 1")
    private static let quiet = PostgresStatement("SET client_min_messages TO error")
    private static let careless = PostgresStatement("SET LOCAL synchronous_commit TO off")
    private static let warn = PostgresStatement("DO $$ BEGIN RAISE WARNING 'x'; END $$")

    private let pair: TestPair
    private let pool: PostgresPool

    init() throws {
        pair = try TestPair.shared.get()
        try pair.makeSynchronous()
        try pair.primary.query("SET synchronous_commit = local; CREATE TABLE IF NOT EXISTS t (id bigint); TRUNCATE t")
        pool = try pair.pool()
    }

    private func write(_ id: Int, within time: Duration = .ample) async throws -> Committed<Void> {
        try await pool.write(within: time) { transaction in _ = try transaction.run(Self.insert(Int64(id))) }
    }

    /// Does the work until its COMMIT is what is late: on a busy machine a second may pass before that.
    private func late<Value>(_ work: (_ time: Duration) async throws -> Value) async throws {
        var time = Duration.seconds(1)
        try await eventually("COMMIT is late") {
            defer { time *= 2 }
            switch await postgresError({ try await work(time) }) {
            case .late: return true
            case .timeout: return false
            case let other: throw Command.Failure(command: ["write"], output: "\(String(describing: other))")
            }
        }
    }

    private func isVisible(_ id: Int) throws -> Bool {
        try pair.primary.query("SELECT count(*) FROM t WHERE id = \(id)") == "1"
    }

    @Test func aCommitThatAStandbyHasIsProven() async throws {
        _ = try await write(1)
        #expect(try pair.standby.query("SELECT pg_last_wal_receive_lsn() IS NOT NULL") == "t")
        #expect(try isVisible(1))
    }

    @Test func aCommitThatWaitsForAStandbyIsUndecidedAtTheDeadlineAndItsConnectionCountsUntilItIsAnswered() async throws
    {
        _ = try await write(1)
        pair.holdReplication()
        // The answer comes while replication is held.
        try await late { try await self.write(2, within: $0) }
        #expect(pool.status == PoolStatus(parked: 1))
        #expect(try !isVisible(2))
        // Neither cancelled nor closed: the server waits on.
        #expect(try pair.waiting() == 1)
        // The other connection works, and then there is none.
        _ = try await pool.read { try $0.run(Self.one()).count }
        try await late { try await self.write(3, within: $0) }
        #expect(pool.status == PoolStatus(parked: 2))
        #expect(await postgresError { try await pool.read(within: .milliseconds(200)) { _ in } } == .timeout(.turn))
        try pair.releaseReplication()
        try await eventually("the commits are answered") { pool.status == PoolStatus(idle: 2) }
        #expect(try isVisible(2))
        #expect(try isVisible(3))
        _ = try await write(4)
    }

    @Test func aWriteBehindAParkedOneOfItsLaneWaitsInMemory() async throws {
        _ = try await write(1)
        pair.holdReplication()
        try await late { time in
            try await self.pool.write(lane: "a", within: time) { $0.queue(Self.insert(Int64(2))) }
        }
        let behind = await postgresError { try await pool.write(lane: "a", within: .milliseconds(200)) { _ in } }
        #expect(behind == .timeout(.turn))
        #expect(pool.status.parked == 1)
        try pair.releaseReplication()
        try await eventually("the commit is answered") { pool.status.parked == 0 }
        _ = try await pool.write(lane: "a") { _ in }
    }

    @Test(arguments: [false, true])
    func aWaitThatAnAdministratorCancelsIsNoProof(isQuiet: Bool) async throws {
        _ = try await pool.write { transaction in
            // What a role's or a database's setting would do.
            if isQuiet { try transaction.run(Self.quiet()) }
        }
        pair.holdReplication()
        let write = Task { await postgresError { try await self.write(2) } }
        try await eventually("the commit waits") { try pair.waiting() == 1 }
        try pair.primary.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        #expect(await write.value == .warned)
        // Committed on the primary alone: this is what must not count.
        #expect(try isVisible(2))
    }

    @Test func aBackendEndedInItsWaitIsNoProof() async throws {
        _ = try await write(1)
        pair.holdReplication()
        let write = Task { await postgresError { try await self.write(2) } }
        try await eventually("the commit waits") { try pair.waiting() == 1 }
        try pair.primary.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        #expect(await write.value == .lost)
        #expect(try isVisible(2))
    }

    @Test func replicationThatIsSwitchedOffMeanwhileIsNoProof() async throws {
        for round in 0..<5 {
            try pair.makeSynchronous()
            pair.holdReplication()
            let write = Task { await postgresError { try await self.write(round) } }
            try await eventually("the commit waits") { try pair.waiting() == 1 }
            try pair.setNames("")
            #expect(await write.value == .replicationOff)
        }
        #expect(await postgresError { try await self.write(9) } == .replicationOff)
        _ = try await pool.writeLocally { $0.queue(Self.insert(Int64(10))) }
    }

    @Test func aBodyCannotTurnTheWaitOff() async throws {
        _ = try await write(1)
        pair.holdReplication()
        try await late { time in
            try await self.pool.write(within: time) { transaction in
                try transaction.run(Self.careless())
                transaction.queue(Self.insert(Int64(2)))
            }
        }
    }

    @Test func aLocalWriteWaitsForNoStandby() async throws {
        pair.holdReplication()
        _ = try await pool.writeLocally { $0.queue(Self.insert(Int64(2))) }
        #expect(try isVisible(2))
    }

    @Test func aWarningBeforeCommitIsNotTheCommits() async throws {
        _ = try await pool.write { transaction in
            try transaction.run(Self.warn())
            transaction.queue(Self.insert(Int64(1)))
        }
    }

    @Test func aSingleServerProvesByItsOwnCommit() async throws {
        try pair.setNames("")
        let single = try pair.pool(replicas: .none)
        _ = try await single.write { $0.queue(Self.insert(Int64(1))) }
        #expect(await postgresError { try await single.write { $0.queue(Self.warn()) } } == .warned)
    }
}
#endif
