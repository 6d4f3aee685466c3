import LatchkeyPostgres
import Synchronization
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// The validity of data read from the database.
@Suite(.withPostgres)
struct HeartbeatTests {
    @Test("V5 data is valid for five seconds after a heartbeat")
    func dataIsValidForFiveSecondsAfterAHeartbeat() async throws {
        try await run { store, heartbeat, time, _ in
            try await heartbeat.send()
            _ = try await store.read { $0.now }
            time.advance(by: Heartbeat.lifetime)
            _ = try await store.read { $0.now }
            #expect(throws: Never.self) { try heartbeat.demandReadiness() }
            time.advance(by: .milliseconds(1))
            await #expect(throws: StoreError.self) { try await store.read { $0.now } }
            await #expect(throws: StoreError.self) {
                try await store.gateSession(tokenDigest: StoreContract.tokenDigest("a"), settleWithin: .seconds(10))
            }
            await #expect(throws: StoreError.self) { try await store.ping() }
            try await heartbeat.send()
            _ = try await store.read { $0.now }
            let digest = StoreContract.tokenDigest("a")
            #expect(try await store.gateSession(tokenDigest: digest, settleWithin: .seconds(10)) == nil)
            try await store.ping()
        }
    }

    @Test("V5 a former primary's data is valid for five seconds")
    func aFormerPrimarysDataIsValidForFiveSeconds() async throws {
        try await run { store, heartbeat, time, database in
            try await heartbeat.send()
            time.advance(by: .seconds(3))
            try await heartbeat.send()
            // Data of a primary that was replaced after the first heartbeat.
            try database.query("UPDATE processes SET beat = 1")
            _ = try await store.read { $0.now }
            time.advance(by: .milliseconds(2001))
            await #expect(throws: StoreError.self) { try await store.read { $0.now } }
            #expect(throws: Never.self) { try heartbeat.demandReadiness() }
        }
    }

    @Test("V1 nothing is written to a server without acknowledged commits")
    func nothingIsWrittenToAServerWithoutAcknowledgedCommits() async throws {
        try await run { store, heartbeat, _, database in
            for _ in 0..<2 { try await heartbeat.send() }
            try database.query("UPDATE processes SET beat = 1")
            await #expect(throws: StoreError.self) { try await store.write(on: .rows) { $0.now } }
            try database.query("DELETE FROM processes")
            await #expect(throws: StoreError.self) { try await store.write(on: .rows) { $0.now } }
            await #expect(throws: StoreError.self) { try await store.read { $0.now } }
        }
    }

    @Test(
        "V1 lost commits stop all servers until after-restore",
        arguments: ["UPDATE processes SET beat = beat - 1", "UPDATE processes SET beat = 1", "DELETE FROM processes"])
    func lostCommitsStopAllServersUntilAfterRestore(_ loss: String) async throws {
        try await run { store, heartbeat, time, database in
            for _ in 0..<3 { try await heartbeat.send() }
            try database.query(loss)
            try await heartbeat.send()
            let other = Heartbeat(settings: try database.settings(), logger: .silent, instant: { time.now })
            defer { other.close() }
            try await other.send()
            for _ in 0..<2 {
                await #expect(throws: StoreError.self) { try await store.read { $0.now } }
                await #expect(throws: StoreError.self) { try await store.write(on: .rows) { $0.now } }
                await #expect(throws: StoreError.self) { try await store.ping() }
                #expect(throws: StoreError.self) { try other.demandReadiness() }
                try await heartbeat.send()
            }
            try database.query("UPDATE continuity SET restores = restores + 1, is_broken = false")
            for heartbeat in [heartbeat, other] { try await heartbeat.send() }
            _ = try await store.read { $0.now }
            try await store.write(on: .rows) { _ in }
            try await store.ping()
            try other.demandReadiness()
        }
    }

    @Test("V1 V5 after-restore takes effect with the next heartbeat")
    func afterRestoreTakesEffectWithTheNextHeartbeat() async throws {
        try await run { store, heartbeat, _, database in
            for _ in 0..<2 { try await heartbeat.send() }
            try database.query("UPDATE continuity SET restores = restores + 1")
            try await expectRejections(store)
            try await heartbeat.send()
            _ = try await store.read { $0.now }
            try await store.write(on: .rows) { _ in }
        }
    }

    @Test(
        "V1 V5 a former primary stays invalid after a loss",
        arguments: ["UPDATE processes SET beat = 1", "UPDATE continuity SET restores = restores + 1"])
    func aFormerPrimaryStaysInvalidAfterALoss(_ change: String) async throws {
        let replaced = try await TestPostgres.database()
        try await run { _, heartbeat, _, survivor in
            for _ in 0..<3 { try await heartbeat.send() }
            try replaced.query(
                "INSERT INTO processes VALUES ('\(heartbeat.process)', 1000, 0, \(Migration.all.count))")
            let store = try TestPostgres.store(replaced, heartbeat: heartbeat)
            defer { store.close() }
            _ = try await store.read { $0.now }
            try survivor.query(change)
            try await heartbeat.send()
            try await expectRejections(store)
        }
    }

    @Test("V1 V5 two restores of one backup are distinguished")
    func twoRestoresOfOneBackupAreDistinguished() async throws {
        let replaced = try await TestPostgres.database()
        try await run { _, heartbeat, _, survivor in
            for database in [replaced, survivor] {
                let store = try TestPostgres.store(database)
                defer { store.close() }
                try await store.continueRestored(logger: .silent) { _ in }
            }
            try await heartbeat.send()
            try replaced.query(
                "INSERT INTO processes VALUES ('\(heartbeat.process)', 1000, 0, \(Migration.all.count))")
            let store = try TestPostgres.store(replaced, heartbeat: heartbeat)
            defer { store.close() }
            try await expectRejections(store)
        }
    }

    private func expectRejections(_ store: PostgresStore, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let digest = StoreContract.tokenDigest("a")
        await #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try await store.read { $0.now } }
        await #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
            try await store.gateSession(tokenDigest: digest, settleWithin: .seconds(10))
        }
        await #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
            try await store.write(on: .rows) { $0.now }
        }
    }

    @Test func aRestoreDoesNotCountAsLostCommits() async throws {
        try await run { store, heartbeat, _, database in
            for _ in 0..<3 { try await heartbeat.send() }
            try database.query("DELETE FROM processes; UPDATE continuity SET restores = restores + 1")
            try await heartbeat.send()
            _ = try await store.read { $0.now }
            try await store.write(on: .rows) { _ in }
        }
    }

    @Test func timePausesWhileTheDatabaseClockIsSlightlyBehind() throws {
        let clock = DatabaseClock()
        let start = Timestamp(milliseconds: 1_700_000_000_000)
        #expect(try clock.now(start) == start)
        #expect(try clock.now(start - .seconds(60)) == start)
        #expect(throws: StoreError.self) { try clock.now(start - .milliseconds(60_001)) }
        #expect(try clock.now(start + .seconds(1)) == start + .seconds(1))
    }

    @Test func timeGoesBackOnlyAfterAMinuteOfEarlierReadings() throws {
        let time = HeldTime()
        let clock = DatabaseClock(instant: { time.now })
        let ahead = Timestamp(milliseconds: 1_700_000_000_000)
        let right = ahead - .hours(1)
        #expect(try clock.now(ahead) == ahead)
        #expect(throws: StoreError.self) { try clock.now(right) }
        time.advance(by: .seconds(59))
        // A later time of another machine restarts the minute.
        #expect(try clock.now(ahead) == ahead)
        time.advance(by: .seconds(1))
        #expect(throws: StoreError.self) { try clock.now(right) }
        time.advance(by: .milliseconds(59_999))
        #expect(throws: StoreError.self) { try clock.now(right) }
        time.advance(by: .milliseconds(1))
        #expect(try clock.now(right) == right)
        #expect(try clock.now(right - .seconds(1)) == right)
        #expect(throws: StoreError.self) { try clock.now(right - .hours(1)) }
    }

    @Test("V8 a database a minute behind is not ready until recovery")
    func aDatabaseAMinuteBehindIsNotReadyUntilRecovery() async throws {
        try await run { store, heartbeat, _, database in
            try Self.makeShift(database)
            for (seconds, isReady) in [(90, true), (0, false), (40, true)] {
                try await expectReadiness(isReady, store, heartbeat, database, ahead: seconds)
            }
        }
    }

    @Test("V8 a corrected database clock is accepted after a minute")
    func aCorrectedDatabaseClockIsAcceptedAfterAMinute() async throws {
        try await run { store, heartbeat, time, database in
            try Self.makeShift(database)
            try await expectReadiness(true, store, heartbeat, database, ahead: 3600)
            let ahead = try await store.read { $0.now }
            try await expectReadiness(false, store, heartbeat, database, ahead: 0)
            time.advance(by: .seconds(60))
            try await expectReadiness(true, store, heartbeat, database, ahead: 0)
            #expect(try await store.read { $0.now } < ahead - .minutes(50))
        }
    }

    /// Creates a database clock that a test moves. It precedes PostgreSQL's own.
    private static func makeShift(_ database: TestDatabase) throws {
        try database.query(
            """
            CREATE TABLE shift (seconds int); INSERT INTO shift VALUES (0);
            CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
                'SELECT pg_catalog.clock_timestamp() + make_interval(secs => (SELECT seconds FROM public.shift))';
            ALTER DATABASE \(database.name) SET search_path = public, pg_catalog
            """)
    }

    private func expectReadiness(
        _ isReady: Bool, _ store: PostgresStore, _ heartbeat: Heartbeat, _ database: TestDatabase, ahead seconds: Int
    ) async throws {
        try database.query("UPDATE shift SET seconds = \(seconds)")
        try await heartbeat.send()
        let isPinged = (try? await store.ping()) != nil
        #expect(isPinged == isReady, "\(seconds)")
        let isRead = (try? await store.read { $0.now }) != nil
        #expect(isRead == isReady, "\(seconds)")
    }

    private func run(
        _ body: (PostgresStore, Heartbeat, HeldTime, TestDatabase) async throws -> Void
    ) async throws {
        let database = try await TestPostgres.database()
        let time = HeldTime()
        let heartbeat = Heartbeat(settings: try database.settings(), logger: .silent, instant: { time.now })
        let store = try TestPostgres.store(database, heartbeat: heartbeat)
        defer { store.close() }
        try await body(store, heartbeat, time, database)
    }
}

/// The clock for ages, moved by the test.
private final class HeldTime: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { time.withLock { $0 } }

    func advance(by step: Duration) { time.withLock { $0 += step } }
}
