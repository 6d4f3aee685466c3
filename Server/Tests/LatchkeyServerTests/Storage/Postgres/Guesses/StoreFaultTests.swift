import Foundation
import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// The store with a failing PostgreSQL server: 503, no guess evaluated or spent; one log line; and recovery.
@Suite(.withPostgres)
struct StoreFaultTests {
    /// The states of a stopped or restarting server. Heartbeats may fail in any of them.
    private static let stoppedOrStarting = "(-|57P0[13])"

    private static func noConnection(_ code: String) -> [String] {
        ["error no connection to the database code=\(code)", "notice reconnected to the database"]
    }

    @Test("V8 no attempt is evaluated while PostgreSQL is stopped")
    func noAttemptIsEvaluatedWhilePostgreSQLIsStopped() async throws {
        let scene = try await FaultScene(on: TestCluster())
        scene.cluster.stop()
        try await scene.expectUnavailable()
        try scene.cluster.start()
        try await scene.expectRecovery(lines: Self.noConnection(Self.stoppedOrStarting))
    }

    @Test("V8 no attempt is evaluated without free connections")
    func noAttemptIsEvaluatedWithoutFreeConnections() async throws {
        let cluster = try TestCluster(["max_connections = 12", "superuser_reserved_connections = 4"])
        let scene = try await FaultScene(on: cluster)
        try cluster.query("CREATE ROLE other LOGIN; ALTER ROLE plain CONNECTION LIMIT 0")
        try scene.disconnect()
        let address = try PostgresAddress(url: cluster.url(user: "other"), password: nil)
        let settings = PostgresSettings(address: address, replicas: .none).ample
        var others: [PostgresConnection] = []
        // The connection that gave the command may still be ending.
        try await waitUntil("crowd") {
            guard let other = try? PostgresConnection.open(settings) else { return others.count >= 2 }
            others.append(other)
            return false
        }
        try cluster.query("ALTER ROLE plain CONNECTION LIMIT -1")
        try await scene.expectUnavailable()
        for other in others { other.close() }
        try await waitUntil("free places") {
            try cluster.query("SELECT count(*) FROM pg_stat_activity WHERE usename = 'other'") == "0"
        }
        try await scene.expectRecovery(lines: Self.noConnection("53300"))
    }

    @Test("V8 no attempt is evaluated on a standby")
    func noAttemptIsEvaluatedOnAStandby() async throws {
        let cluster = try TestCluster()
        let scene = try await FaultScene(on: cluster)
        cluster.stop()
        try Command.run(PostgresPrograms.asUser(["/usr/bin/touch", cluster.data + "/standby.signal"]))
        try cluster.start()
        try await scene.expectUnavailable()
        try cluster.query("SELECT pg_promote(true, 60)")
        try await scene.expectRecovery(lines: Self.noConnection(Self.stoppedOrStarting))
    }

    @Test("V8 no attempt is evaluated with a dropped role")
    func noAttemptIsEvaluatedWithADroppedRole() async throws {
        let scene = try await FaultScene(on: TestCluster())
        try scene.cluster.query("ALTER ROLE plain RENAME TO former")
        try scene.disconnect("former")
        try await scene.expectUnavailable()
        try scene.cluster.query("ALTER ROLE former RENAME TO plain")
        try await scene.expectRecovery(lines: Self.noConnection("28000"))
    }

    @Test("V8 no attempt is evaluated with a revoked privilege")
    func noAttemptIsEvaluatedWithARevokedPrivilege() async throws {
        let scene = try await FaultScene(on: TestCluster())
        try scene.cluster.query("REVOKE INSERT ON reservations FROM plain")
        try await scene.expectUnavailable()
        try scene.cluster.query("GRANT INSERT ON reservations TO plain")
        try await scene.expectRecovery(lines: [])
    }

    @Test("V8 V10 no attempt is evaluated with an outdated password")
    func noAttemptIsEvaluatedWithAnOutdatedPassword() async throws {
        let cluster = try TestCluster(access: ["host all plain 127.0.0.1/32 scram-sha-256"])
        let scene = try await FaultScene(on: cluster)
        try cluster.query("ALTER ROLE plain PASSWORD 'another'")
        try scene.disconnect()
        try await scene.expectUnavailable()
        try cluster.query("ALTER ROLE plain PASSWORD '\(FaultScene.password)'")
        try await scene.expectRecovery(lines: Self.noConnection("28P01"))
    }

    @Test(
        "V8 no attempt is evaluated with an expired certificate",
        .enabled(if: TestCertificates.openssl != nil, "openssl is not installed"))
    func noAttemptIsEvaluatedWithAnExpiredCertificate() async throws {
        let folder = try TemporaryFolder()
        let certificates = try TestCertificates(in: folder.path)
        let good = try certificates.make("good", host: "localhost")
        let expired = try certificates.make("expired", host: "localhost", isExpired: true)
        let cluster = try TestCluster(
            ["ssl = on", "ssl_cert_file = '\(good.certificate)'", "ssl_key_file = '\(good.key)'"],
            access: ["hostssl all plain 127.0.0.1/32 scram-sha-256"])
        let host = "localhost:\(cluster.port)/postgres"
        let scene = try await FaultScene(
            on: cluster,
            url: "postgres://plain@\(host)?sslmode=verify-full&sslrootcert=\(certificates.authority)")
        func use(_ certificate: String, _ key: String) throws {
            try cluster.query("ALTER SYSTEM SET ssl_cert_file = '\(certificate)'")
            try cluster.query("ALTER SYSTEM SET ssl_key_file = '\(key)'")
            try cluster.query("SELECT pg_reload_conf()")
        }
        try use(expired.certificate, expired.key)
        try await waitUntil("reload") { try cluster.query("SHOW ssl_cert_file") == expired.certificate }
        try scene.disconnect()
        try await scene.expectUnavailable()
        try use(good.certificate, good.key)
        try await scene.expectRecovery(lines: Self.noConnection("-"))
    }

    @Test(
        "V2 V8 no attempt is evaluated on a full disk", .enabled(if: getuid() == 0, "needs root, to mount a small disk")
    )
    func noAttemptIsEvaluatedOnAFullDisk() async throws {
        let disk = try TemporaryFolder()
        let cluster = try TestCluster(disk: TestCluster.Disk(path: disk.path, size: 48))
        try cluster.query("CREATE TABLESPACE small LOCATION '\(disk.path)'")
        try cluster.query("ALTER SYSTEM SET default_tablespace = 'small'")
        try cluster.query("SELECT pg_reload_conf()")
        let scene = try await FaultScene(on: cluster)
        // A table without a page allocates one for its first row.
        try cluster.query("TRUNCATE reservations; CREATE TABLE filler (text text) TABLESPACE small")
        #expect(throws: Command.Failure.self) {
            try cluster.query("INSERT INTO filler SELECT repeat('x', 1000) FROM generate_series(1, 1000000)")
        }
        try await scene.expectUnavailable()
        try cluster.query("DROP TABLE filler")
        try await scene.expectRecovery(lines: [])
    }

    @Test("V2 V8 no attempt is evaluated if the replica is too slow")
    func noAttemptIsEvaluatedIfTheReplicaIsTooSlow() async throws {
        let pair = try TestPair()
        try pair.makeSynchronous()
        let scene = try await FaultScene(on: pair.primary, replicas: .required)
        pair.holdReplication()
        try await scene.expectUnavailable()
        try pair.releaseReplication()
        try await scene.expectRecovery(lines: [])
    }

    @Test func aCommandLogsItsWaitForAStandbyOnce() async throws {
        let pair = try TestPair()
        try pair.makeSynchronous()
        let address = try PostgresAddress(url: pair.primary.url(), password: nil)
        let settings = PostgresSettings(address: address, replicas: .required).ample
        let pool = PostgresPool(settings: settings, size: 1, timeout: .ample, logger: .silent)
        defer { pool.close() }
        try await PostgresMigrations(pool: pool, logger: .silent).apply(within: .ample)
        let lines = PostgresTestSupport.Shared<[String]>([])
        let store = PostgresStore(settings: settings, connections: 2, timeout: .ample, logger: .silent)
        defer { store.close() }
        pair.holdReplication()
        let work = Task { try await store.continueRestored(logger: .recording(lines)) { _ in } }
        try await waitUntil("line") { !lines.value.isEmpty }
        try pair.releaseReplication()
        try await work.value
        #expect(lines.value.count == 1)
        #expect(lines.value.first?.contains("waits for a standby") == true, "\(lines.value)")
    }

    @Test("V2 V8 no attempt is evaluated if the replica wait is cancelled")
    func noAttemptIsEvaluatedIfTheReplicaWaitIsCancelled() async throws {
        let pair = try TestPair()
        try pair.makeSynchronous()
        let scene = try await FaultScene(on: pair.primary, replicas: .required)
        pair.holdReplication()
        try await cancelling("SyncRep", on: pair.primary) { try await scene.expectUnavailable() }
        try pair.releaseReplication()
        try await scene.expectRecovery(lines: [])
    }

    @Test("V2 V8 no attempt is evaluated if a statement is cancelled")
    func noAttemptIsEvaluatedIfAStatementIsCancelled() async throws {
        let cluster = try TestCluster()
        let scene = try await FaultScene(on: cluster)
        let address = try PostgresAddress(url: cluster.url(), password: nil)
        let other = try PostgresConnection.open(PostgresSettings(address: address, replicas: .none).ample)
        let lock = PostgresStatement("SELECT pg_advisory_lock($1)")
        _ = try other.exchange([lock(LockKey.ofAddress(scene.account.account.email))], until: .in(.ample))
        try await cancelling("advisory", on: cluster) { try await scene.expectUnavailable() }
        other.close()
        try await scene.expectRecovery(lines: [])
    }

    /// Cancels waits of the store's connections during the work.
    private func cancelling(_ wait: String, on cluster: TestCluster, _ work: () async throws -> Void) async throws {
        let isOver = Shared(false)
        let cancelling = Task {
            while !isOver.value {
                try cluster.query(
                    """
                    SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                    WHERE usename = 'plain' AND wait_event = '\(wait)'
                    """)
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        try await work()
        isOver.change { $0 = true }
        try await cancelling.value
    }
}
