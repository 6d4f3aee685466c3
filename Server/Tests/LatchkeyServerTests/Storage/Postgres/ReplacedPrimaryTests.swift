import Foundation
import LatchkeyPostgres
import Logging
import ServiceLifecycle
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// A former primary that still runs: cut off from its standbys, with its hosts first in the address.
@Suite(.withPostgres)
struct ReplacedPrimaryTests {
    private static let digest = StoreContract.tokenDigest("a")

    @Test("V1 V5 a server follows a failover within 5 s")
    func aServerFollowsAFailoverWithin5S() async throws {
        let pair = try await Self.pair()
        let lines = PostgresTestSupport.Shared<[String]>([])
        let store = try await Self.store(pair, log: lines)
        defer { store.close() }
        let beating = Task { try await store.service?.run() }
        defer { beating.cancel() }
        let shown = PostgresTestSupport.Shared<[ContinuousClock.Instant]>([])
        let reading = Task {
            while !Task.isCancelled {
                let askedAt = ContinuousClock.now
                if let found = try? await store.gateSession(tokenDigest: Self.digest, settleWithin: .seconds(10)),
                    found.session.email == "a@example.com"
                {
                    shown.change { $0.append(askedAt) }
                }
                _ = try? await store.read { try $0.accounts.find(email: "a@example.com") }
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
        defer { reading.cancel() }
        try await waitUntil("reads") { shown.value.count > 10 }

        // Each connection for transactions has a commit without a response.
        pair.holdReplication()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    _ = try? await store.write(on: .rows) {
                        try $0.accounts.insert(StoreContract.account("new\(number)"))
                    }
                }
            }
        }
        #expect(store.pool.status.parked == 4)
        try pair.promote()
        let promotedAt = ContinuousClock.now
        try pair.standby.query("DELETE FROM sessions")

        try await waitUntil("service") { (try? await store.ping()) != nil }
        let number = PostgresTestSupport.Shared(0)
        try await waitUntil("write to the new primary") {
            let name = number.change { number in
                number += 1
                return "b\(number)"
            }
            return (try? await store.write(on: .rows) { try $0.accounts.insert(StoreContract.account(name)) }) != nil
        }
        let written = "b\(number.value)@example.com"
        try await waitUntil("reads of the new primary") {
            (try? await store.read { try $0.accounts.find(email: written) != nil }) == true
        }
        try await waitUntil("reads of the gate") {
            do {
                return try await store.gateSession(tokenDigest: Self.digest, settleWithin: .seconds(10)) == nil
            } catch is StoreError {
                return false
            }
        }
        print("replaced primary left after \(ContinuousClock.now - promotedAt)")
        reading.cancel()
        await reading.value
        let last = try #require(shown.value.last)
        #expect(last <= promotedAt + Heartbeat.lifetime)
        #expect(try pair.standby.query("SELECT count(*) FROM users WHERE email LIKE 'new%'") == "0")
        #expect(try pair.standby.query("SELECT is_broken FROM continuity") == "f")
        // The old primary is unchanged.
        #expect(try pair.primary.query("SELECT pg_is_in_recovery(), count(*) FROM sessions") == "f|1")
        #expect(lines.value.count { $0.contains("failover: another server is the primary") } == 1, "\(lines.value)")

        // A new process also connects to the old primary first.
        let address = try PostgresAddress(url: pair.url(), password: nil)
        let started = try await PostgresStore.open(
            PostgresDatabase(
                settings: PostgresSettings(address: address), connections: 1, migratesWhenServing: false),
            clock: nil, for: PostgresStore.Use(schema: .asItIs, sendsHeartbeats: true), logger: .silent)
        defer { started.close() }
        try await started.ping()
        #expect(try await started.read { try $0.accounts.find(email: written) } != nil)
    }

    @Test func aStalledPrimaryStaysInUseWithoutAFailover() async throws {
        let pair = try await Self.pair()
        let store = try await Self.store(pair, log: PostgresTestSupport.Shared([]))
        defer { store.close() }
        let watch = try #require(store.primaryWatch)
        pair.holdReplication()
        await watch.check()
        #expect(await !watch.follow())
        try pair.releaseReplication()
        try await waitUntil("heartbeat") { (try? await store.heartbeat?.send()) != nil }
        try await store.ping()
    }

    @Test func hostsAreQueriedOnceBetweenHeartbeats() async throws {
        let pair = try await Self.pair()
        let link = try FaultyLink(to: pair.standby.port)
        let hosts = "127.0.0.1:\(pair.primary.port),127.0.0.1:\(link.port)"
        let address = try PostgresAddress(url: "postgres://latchkey@\(hosts)/postgres", password: nil)
        let heartbeat = Heartbeat(settings: PostgresSettings(address: address), logger: .silent)
        defer { heartbeat.close() }
        try await heartbeat.send()
        let watch = PrimaryWatch(heartbeat: heartbeat, settings: PostgresSettings(address: address), logger: .silent) {
            _ in
        }
        #expect(await !watch.follow())
        // The server is a standby, and each connection to it ends with a message.
        try await waitUntil("question to the standby") { link.count(of: "X", .toServer) > 0 }
        #expect(link.count(of: "X", .toServer) == 1)
    }

    private static func pair() async throws -> TestPair {
        let pair = try TestPair(failsOver: true, ["fsync = on"])
        let pool = try pair.pool(replicas: .none)
        defer { pool.close() }
        try await PostgresMigrations(pool: pool, logger: .silent).apply(within: .ample)
        let settings = PostgresSettings(
            address: try PostgresAddress(url: pair.primary.url(), password: nil), replicas: .none)
        let store = PostgresStore(settings: settings.ample, connections: 1, timeout: .ample, logger: .silent)
        defer { store.close() }
        try await store.write(on: .rows) { transaction in
            let account = StoreContract.account("a")
            try transaction.accounts.insert(account)
            try transaction.sessions.insert(StoreContract.session("a", account))
            let end = StoreContract.now + .hours(1)
            try transaction.sessionTokens.insert(StoreContract.token("a", "a", .access, end: end))
        }
        try pair.makeSynchronous()
        return pair
    }

    /// The old primary is the first host of its address.
    private static func store(
        _ pair: TestPair, log lines: PostgresTestSupport.Shared<[String]>
    ) async throws -> PostgresStore {
        let settings = PostgresSettings(address: try PostgresAddress(url: pair.url(), password: nil))
        let logger = Logger.recording(lines)
        let heartbeat = Heartbeat(settings: settings, logger: logger)
        try await heartbeat.send()
        return PostgresStore(settings: settings, heartbeat: heartbeat, connections: 4, logger: logger)
    }
}
