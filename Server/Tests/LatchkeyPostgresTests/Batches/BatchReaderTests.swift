import Foundation
import LatchkeyServerCore
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

@Suite(.enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
struct BatchReaderTests {
    private static let find = PostgresStatement("SELECT digest, name FROM tokens WHERE digest = ANY($1)")
    private static let behindLock = PostgresStatement(
        "SELECT digest, name, pg_advisory_xact_lock_shared(7) FROM tokens WHERE digest = ANY($1)")
    private static let connectionBehindLock = PostgresStatement(
        """
        SELECT digest, pg_backend_pid()::text, pg_advisory_xact_lock_shared(7) FROM tokens WHERE digest = ANY($1)
        """)
    private static let plans = PostgresStatement(
        """
        SELECT digest, (
            SELECT 'planned anew: ' || sum(custom_plans) FROM pg_prepared_statements
        ) FROM tokens WHERE digest = ANY($1)
        """)
    private static let lock = PostgresStatement("SELECT pg_advisory_lock(7)")

    private let database: TestDatabase

    init() throws {
        database = try TestDatabase()
        try database.query(
            """
            CREATE TABLE tokens (digest bytea PRIMARY KEY, name text);
            INSERT INTO tokens
            SELECT decode(lpad(to_hex(n), 8, '0'), 'hex'), 'name' || n FROM generate_series(0, 999) n;
            UPDATE tokens SET name = NULL WHERE digest = '\\x00000005'
            """)
    }

    private func key(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) } }

    private func reader(
        _ statement: PostgresStatement = find, port: UInt16? = nil, timeout: Duration = .ample,
        patience: Duration = .milliseconds(2), sizes: Shared<[Int]> = Shared([])
    ) throws -> PostgresBatchReader<String> {
        let settings = try database.settings(port: port).ample
        return PostgresBatchReader(
            settings: settings, timeout: timeout, patience: patience, log: LogThrottle(.silent),
            query: { keys in
                sizes.change { $0.append(keys.elements.count) }
                return statement(keys)
            }, value: { try $0.value(1) })
    }

    private func queue(
        port: UInt16, connections: Int, patience: Duration = .ample
    ) throws -> (PoolCore, BatchQueue<String>) {
        let core = PoolCore(
            settings: try database.settings(port: port).ample, size: connections, log: LogThrottle(.silent))
        let queue = BatchQueue<String>(
            core: core, limit: connections, patience: patience, query: { Self.find($0) }, value: { try $0.value(1) })
        return (core, queue)
    }

    /// Appends a read. Returns its result, nil until there is one.
    @discardableResult
    private func append(
        _ number: Int, to queue: BatchQueue<String>, within time: Duration = .ample
    ) -> Shared<Result<String?, PostgresErrorKind>?> {
        let found = Shared<Result<String?, PostgresErrorKind>?>(nil)
        let read = BatchQueue<String>.Read(key: key(number), deadline: .in(time)) { result in
            found.change { $0 = result.mapError { PostgresErrorKind($0) } }
        }
        queue.append(read)
        return found
    }

    /// Blocks batches that wait for the lock until it is closed.
    private func blocker() throws -> PostgresConnection {
        let blocker = try database.connection()
        _ = try blocker.exchange([Self.lock()], until: .in(.ample))
        return blocker
    }

    @Test func everyReadReturnsTheRowOfItsKey() async throws {
        let sizes = Shared<[Int]>([])
        let reader = try reader(sizes: sizes)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<3000 where number % 1000 != 5 {
                group.addTask {
                    let found = try await reader.read(self.key(number))
                    #expect(found == (number < 1000 ? "name\(number)" : nil))
                }
            }
            try await group.waitForAll()
        }
        #expect(sizes.value.reduce(0, +) == 2997)
        #expect(sizes.value.allSatisfy { 1...64 ~= $0 })
        #expect(reader.status.waiting == 0)
        // The last read may return before its connection is free.
        try await eventually("all connections are free") { reader.status.busy == 0 }
        #expect(1...2 ~= reader.status.idle)
    }

    @Test func concurrentReadsOfOneKeyAllReturnItsRow() async throws {
        let reader = try reader()
        let names = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<200 { group.addTask { try await reader.read(self.key(7)) } }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(names == ["name7"])
    }

    /// Without a prepared statement, each batch would plan its statement, which takes several times as long as its
    /// execution.
    @Test func statementIsPlannedOncePerConnection() async throws {
        let reader = try reader(Self.plans)
        for _ in 1...20 { #expect(try await reader.read(key(7)) == "planned anew: 0") }
    }

    @Test func unreadableRowFailsOnlyTheReadsOfItsKey() async throws {
        let reader = try reader()
        async let bad = postgresError { try await reader.read(self.key(5)) }
        async let good = reader.read(self.key(6))
        #expect(await bad == .unexpectedValue)
        #expect(try await good == "name6")
    }

    @Test func readsDuringABatchFormTheNextBatch() async throws {
        let sizes = Shared<[Int]>([])
        let reader = try reader(Self.behindLock, sizes: sizes)
        let blocker = try blocker()
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Occupies both connections with one batch each. Later reads wait.
            for number in 0..<2 {
                group.addTask { _ = try await reader.read(self.key(number)) }
                try await eventually("the batch runs") { sizes.value.count == number + 1 }
            }
            for number in 102..<180 { group.addTask { _ = try await reader.read(self.key(number)) } }
            try await eventually("the others wait") { reader.status.waiting == 78 }
            blocker.close()
            try await group.waitForAll()
        }
        #expect(sizes.value.sorted() == [1, 1, 14, 64])
    }

    @Test func onlyFullBatchesUseMoreThanAPromptConnection() async throws {
        let sizes = Shared<[Int]>([])
        let reader = try reader(Self.behindLock, patience: .ample, sizes: sizes)
        let blocker = try blocker()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await reader.read(self.key(0)) }
            try await eventually("the batch runs") { sizes.value.count == 1 }
            for number in 101..<164 { group.addTask { _ = try await reader.read(self.key(number)) } }
            try await eventually("the others wait") { reader.status.waiting == 63 }
            #expect(reader.status.busy + reader.status.opening == 1)
            group.addTask { _ = try await reader.read(self.key(164)) }
            try await eventually("the full batch runs") { sizes.value.count == 2 }
            blocker.close()
            try await group.waitForAll()
        }
        #expect(sizes.value == [1, 64])
    }

    @Test func slowBatchDoesNotDelayReadsThatAlreadyWait() async throws {
        let sizes = Shared<[Int]>([])
        let reader = try reader(Self.behindLock, patience: .seconds(1), sizes: sizes)
        let blocker = try blocker()
        async let first = reader.read(key(1))
        try await eventually("the batch runs") { sizes.value.count == 1 }
        async let second = reader.read(key(2))
        try await eventually("the second batch runs, too") { sizes.value.count == 2 }
        blocker.close()
        #expect(try await first == "name1")
        #expect(try await second == "name2")
        #expect(try await reader.read(key(3)) == "name3")
    }

    @Test func readsWithoutAConnectionFailAtTheirOwnDeadline() async throws {
        let link = try FaultyLink(to: database.cluster.port)
        link.hold()
        let (core, queue) = try queue(port: link.port, connections: 1)
        defer { core.close() }
        let short = append(1, to: queue, within: .milliseconds(50))
        let long = append(2, to: queue)
        try await eventually("the read with less time fails") { short.value == .failure(.timeout(.turn)) }
        #expect(long.value == nil)
        link.release()
        try await eventually("the other one succeeds") { long.value == .success("name2") }
    }

    @Test(arguments: [(.zero, 2), (.ample, 64)] as [(patience: Duration, reads: Int)])
    func lateConnectionOrFullBatchOpensAnother(patience: Duration, reads: Int) throws {
        let link = try FaultyLink(to: database.cluster.port)
        link.hold()
        let (core, queue) = try queue(port: link.port, connections: 2, patience: patience)
        defer { core.close() }
        for number in 1...reads {
            #expect(core.status.opening == min(1, number - 1))
            append(number, to: queue)
        }
        #expect(core.status.opening == 2)
    }

    /// Otherwise constant load would keep the connection to a former primary.
    @Test func replacedConnectionReadsNoFurtherBatch() async throws {
        let sizes = Shared<[Int]>([])
        let reader = try reader(Self.connectionBehindLock, patience: .ample, sizes: sizes)
        let blocker = try blocker()
        async let first = reader.read(key(1))
        try await eventually("the batch runs") { sizes.value.count == 1 }
        async let second = reader.read(key(2))
        try await eventually("the other read waits") { reader.status.waiting == 1 }
        reader.reconnect(to: nil)
        blocker.close()
        let processes = [try await first, try await second]
        #expect(processes.allSatisfy { $0 != nil })
        #expect(processes[0] != processes[1])
    }

    @Test func readSucceedsAlthoughItsConnectionIsLost() async throws {
        let reader = try reader(Self.behindLock)
        let blocker = try blocker()
        let read = Task { try await reader.read(self.key(1)) }
        let waits = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"
        try await eventually("the batch waits") { try database.query("SELECT count(*) \(waits)") == "1" }
        try database.query("SELECT pg_terminate_backend(pid) \(waits)")
        blocker.close()
        #expect(try await read.value == "name1")
    }

    @Test func stalledReadTimesOutAndLaterReadsSucceed() async throws {
        let link = try FaultyLink(to: database.cluster.port)
        let reader = try reader(port: link.port, timeout: .milliseconds(300))
        try await eventually("the reader is connected") { (try? await reader.read(key(1))) == "name1" }
        link.hold()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask {
                    // The timeout expires while the link is held.
                    let error = await postgresError { try await reader.read(self.key(number)) }
                    #expect(error == .timeout(.response) || error == .timeout(.turn))
                }
            }
            try await group.waitForAll()
        }
        link.release()
        try await eventually("the reader is whole again") { reader.status.opening == 0 && reader.status.busy == 0 }
        for number in 10..<20 {
            try await eventually("the reader reads") { (try? await reader.read(key(number))) == "name\(number)" }
        }
    }

    @Test func closedReaderRejectsReads() async throws {
        let reader = try reader()
        _ = try await reader.read(key(1))
        reader.close()
        #expect(await postgresError { try await reader.read(self.key(1)) } == .closed)
    }
}
