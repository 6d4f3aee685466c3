import Foundation
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

/// A primary whose commits wait for a standby.
@Suite(.serialized, .enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
struct CommitProofTests {
    private static let insert = PostgresStatement("INSERT INTO t VALUES ($1)")
    private static let one = PostgresStatement("SELECT 1")
    private static let quiet = PostgresStatement("SET client_min_messages TO error")
    private static let careless = PostgresStatement("SET LOCAL synchronous_commit TO off")
    private static let warn = PostgresStatement("DO $$ BEGIN RAISE WARNING 'x'; END $$")

    /// A primary with two standbys; the link holds `b`.
    private static let three = Result { try TestPair(hasSecond: true) }

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

    /// Repeats the work until its COMMIT is late: on a busy machine the time may pass before.
    private func late<Value>(_ work: (_ time: Duration) async throws -> Value) async throws {
        try await doubt(.late, work)
    }

    /// Repeats the work until it is committed in time without a standby.
    private func notReplicated<Value>(_ work: (_ time: Duration) async throws -> Value) async throws {
        try await doubt(.notReplicated, work)
    }

    private func doubt<Value>(
        _ doubt: PostgresErrorKind, _ work: (_ time: Duration) async throws -> Value
    ) async throws {
        var time = Duration.milliseconds(300)
        try await eventually("the commit is \(doubt)") {
            defer { time *= 2 }
            switch await postgresError({ try await work(time) }) {
            case doubt: return true
            case .timeout: return false
            case let other: throw Command.Failure(command: ["write"], output: "\(String(describing: other))")
            }
        }
    }

    private func isVisible(_ id: Int) throws -> Bool {
        try pair.primary.query("SELECT count(*) FROM t WHERE id = \(id)") == "1"
    }

    @Test func commitReceivedByAStandbyIsProven() async throws {
        _ = try await write(1)
        #expect(try pair.standby.query("SELECT pg_last_wal_receive_lsn() IS NOT NULL") == "t")
        #expect(try isVisible(1))
    }

    @Test func unreplicatedCommitIsUndecidedAtDeadlineAndOccupiesItsConnection() async throws {
        _ = try await write(1)
        pair.holdReplication()
        // The timeout expires while replication is held.
        try await late { try await self.write(2, within: $0) }
        #expect(pool.status == PoolStatus(parked: 1))
        #expect(try !isVisible(2))
        // The connection is neither cancelled nor closed, because the server still waits.
        #expect(try pair.waiting() == 1)
        // The other connection still works, until its commit waits too.
        _ = try await pool.read { try $0.run(Self.one()).count }
        try await late { try await self.write(3, within: $0) }
        #expect(pool.status == PoolStatus(parked: 2))
        #expect(await postgresError { try await pool.read(within: .milliseconds(200)) { _ in } } == .timeout(.turn))
        try pair.releaseReplication()
        try await eventually("the commits have results") { pool.status == PoolStatus(idle: 2) }
        #expect(try isVisible(2))
        #expect(try isVisible(3))
        _ = try await write(4)
    }

    @Test func writeWithSameKeyWaitsForAParkedWrite() async throws {
        _ = try await write(1)
        pair.holdReplication()
        try await late { time in
            try await self.pool.write(keys: ["a"], within: time) { $0.queue(Self.insert(Int64(2))) }
        }
        let behind = await postgresError { try await pool.write(keys: ["a"], within: .milliseconds(200)) { _ in } }
        #expect(behind == .timeout(.turn))
        #expect(pool.status.parked == 1)
        try pair.releaseReplication()
        try await eventually("the commit has a result") { pool.status.parked == 0 }
        _ = try await pool.write(keys: ["a"]) { _ in }
    }

    @Test(arguments: [false, true])
    func cancelledStandbyWaitProvesNothing(isQuiet: Bool) async throws {
        _ = try await pool.write { transaction in
            // Simulates a setting of a role or database.
            if isQuiet { try transaction.run(Self.quiet()) }
        }
        pair.holdReplication()
        let write = Task { await postgresError { try await self.write(2) } }
        try await eventually("the commit waits") { try pair.waiting() == 1 }
        try pair.primary.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        #expect(await write.value == .warned)
        // Committed only on the primary, which must not be enough.
        #expect(try isVisible(2))
    }

    @Test func standbyWaitOfATerminatedBackendProvesNothing() async throws {
        _ = try await write(1)
        pair.holdReplication()
        let write = Task { await postgresError { try await self.write(2) } }
        try await eventually("the commit waits") { try pair.waiting() == 1 }
        try pair.primary.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        #expect(await write.value == .lost)
        #expect(try isVisible(2))
    }

    @Test func replicationDisabledDuringACommitProvesNothing() async throws {
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

    @Test("V1 standby names not yet loaded by PostgreSQL prove nothing")
    func standbyNamesNotYetLoadedByPostgreSQLProveNothing() async throws {
        _ = try await write(1)
        pair.holdReplication()
        try await pair.withNamesThatNothingWaitsFor("b") {
            try await notReplicated { try await self.write(2, within: $0) }
            #expect(try pair.waiting() == 0)
            #expect(try isVisible(2))
            // The connection is neither parked nor closed if the server responded to the last query. A busy machine may
            // not do so in time.
            var id = 10
            try await eventually("the connection is kept") {
                id += 1
                try await notReplicated { try await self.write(id, within: $0) }
                return pool.status == PoolStatus(idle: 1)
            }
            let write = Task { try await self.write(3) }
            try await eventually("the commit is there") { try isVisible(3) }
            #expect(pool.status.busy == 1)
            try pair.releaseReplication()
            // The standby has it, whether or not something waits.
            _ = try await write.value
            _ = try await self.write(4)
        }
    }

    @Test(
        "V1 a commit proof requires the configured number of standbys",
        arguments: [
            ("ANY 1 (b, c)", true), ("ANY 2 (b, c)", false), ("FIRST 2 (b, c)", false), ("FIRST 2 (*)", false),
            ("2 (c, b)", false), ("c", true), ("b", false), ("FIRST 1 (c, b)", true), ("d", false),
        ])
    func aCommitProofRequiresTheConfiguredNumberOfStandbys(names: String, isEnough: Bool) async throws {
        let pair = try Self.three.get()
        try pair.makeSynchronous()
        let pool = try pair.pool()
        try await eventually("both follow") {
            let followers = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
            return try pair.primary.query(followers) == "2"
        }
        try pair.primary.query("CREATE TABLE IF NOT EXISTS t (id bigint)")
        pair.holdReplication()
        try await pair.withNamesThatNothingWaitsFor(names) {
            if isEnough {
                _ = try await pool.write { $0.queue(Self.insert(Int64(1))) }
            } else {
                try await notReplicated { try await pool.write(within: $0) { $0.queue(Self.insert(Int64(1))) } }
            }
            try pair.releaseReplication()
            if names != "d" { _ = try await pool.write { $0.queue(Self.insert(Int64(2))) } }
        }
    }

    @Test("V1 a server with max_wal_senders 0 proves nothing")
    func aServerWithMaxWalSenders0ProvesNothing() async throws {
        let cluster = try TestCluster(["max_wal_senders = 0", "synchronous_standby_names = 'b'"])
        try cluster.query("CREATE TABLE t (id bigint)")
        let address = try PostgresAddress(url: cluster.url(), password: nil)
        let pool = PostgresPool(settings: PostgresSettings(address: address).ample, size: 1, logger: .silent)
        try await notReplicated { try await pool.write(within: $0) { $0.queue(Self.insert(Int64(1))) } }
        #expect(try cluster.query("SELECT count(*) > 0 FROM t") == "t")
    }

    @Test("V1 a write based on an unreplicated commit is undecided")
    func aWriteBasedOnAnUnreplicatedCommitIsUndecided() async throws {
        pair.holdReplication()
        try await pair.withNamesThatNothingWaitsFor("b") {
            try await notReplicated { try await self.write(1, within: $0) }
            let delete = PostgresStatement("DELETE FROM t")
            try await notReplicated { try await pool.write(within: $0) { _ = try $0.run(delete()) } }
            // The repetition finds no row to delete.
            try await notReplicated { try await pool.write(within: $0) { _ = try $0.run(delete()) } }
            try pair.releaseReplication()
            _ = try await pool.write { _ = try $0.run(delete()) }
        }
    }

    @Test("V1 a role without the statistics privilege proves no commit")
    func aRoleWithoutTheStatisticsPrivilegeProvesNoCommit() async throws {
        try pair.primary.query("DROP ROLE IF EXISTS blind; CREATE ROLE blind LOGIN IN ROLE pg_write_all_data")
        let blind = try pair.pool(user: "blind")
        try await notReplicated { try await blind.write(within: $0) { $0.queue(Self.insert(Int64(1))) } }
        try pair.primary.query("GRANT pg_read_all_stats TO blind")
        _ = try await blind.write { $0.queue(Self.insert(Int64(2))) }
    }

    @Test func commitProofAddsNoRoundTrip() async throws {
        let link = try FaultyLink(to: pair.primary.port)
        let pool = try pair.pool(port: link.port)
        _ = try await pool.write { try $0.run(Self.insert(Int64(0))).affected }
        var trips: [Int] = []
        for id in 0..<9 {
            let before = link.count(of: "S", .toServer)
            _ = try await pool.write { try $0.run(Self.insert(Int64(id))).affected }
            trips.append(link.count(of: "S", .toServer) - before)
        }
        // The server's own writes may cause a wait.
        #expect(trips.sorted()[4] == 2, "\(trips)")
    }

    @Test func transactionBodyCannotDisableTheStandbyWait() async throws {
        _ = try await write(1)
        pair.holdReplication()
        try await late { time in
            try await self.pool.write(within: time) { transaction in
                try transaction.run(Self.careless())
                transaction.queue(Self.insert(Int64(2)))
            }
        }
    }

    @Test func localWriteDoesNotWaitForAStandby() async throws {
        pair.holdReplication()
        _ = try await pool.writeLocally { $0.queue(Self.insert(Int64(2))) }
        #expect(try isVisible(2))
    }

    @Test func warningBeforeTheCommitDoesNotInvalidateTheProof() async throws {
        _ = try await pool.write { transaction in
            try transaction.run(Self.warn())
            transaction.queue(Self.insert(Int64(1)))
        }
    }

    @Test func singleServerNeedsNoStandbyToProveCommits() async throws {
        try pair.setNames("")
        let single = try pair.pool(replicas: .none)
        _ = try await single.write { $0.queue(Self.insert(Int64(1))) }
        #expect(await postgresError { try await single.write { $0.queue(Self.warn()) } } == .warned)
    }
}
