#if PostgreSQL
import Foundation
import LatchkeyPostgres

/// A primary and its synchronous standby, with a link between them that can be held.
final class TestPair: Sendable {
    static let shared = Result { try TestPair() }

    let primary: TestCluster
    let standby: TestCluster
    private let link: FaultyLink

    init() throws {
        primary = try TestCluster(["cluster_name = 'a'", "wal_level = replica", "wal_sender_timeout = 0"])
        let link = try FaultyLink(to: primary.port)
        self.link = link
        let conninfo = [
            "host=127.0.0.1", "port=\(link.port)", "user=latchkey", "application_name=b", "sslmode=disable",
            "gssencmode=disable",
        ].joined(separator: " ")
        // A copy before the first start has the same system identifier, so that it can follow.
        standby = try TestCluster([
            "cluster_name = 'b'", "wal_receiver_timeout = 0", "hot_standby = on",
            "primary_conninfo = '\(conninfo)'",
        ]) { data in
            try Command.run(PostgresPrograms.asUser(["/usr/bin/touch", data + "/standby.signal"]))
        }
    }

    /// Has commits wait for the standby from now on, and returns once it follows.
    func makeSynchronous() throws {
        try releaseReplication()
        try setNames("b")
        let end = ContinuousClock.now + .seconds(20)
        while try primary.query("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1" {
            guard ContinuousClock.now < end else {
                throw Command.Failure(command: ["standby"], output: "does not follow")
            }
            usleep(10_000)
        }
    }

    func setNames(_ names: String) throws {
        try primary.query("ALTER SYSTEM SET synchronous_standby_names = '\(names)'")
        try primary.query("SELECT pg_reload_conf()")
        while try primary.query("SHOW synchronous_standby_names") != names { usleep(1000) }
    }

    func holdReplication() { link.hold() }

    func releaseReplication() throws { link.release() }

    /// How many commits wait for the standby.
    func waiting() throws -> Int {
        Int(try primary.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")) ?? 0
    }

    func pool(replicas: PostgresSettings.Replicas = .required) throws -> PostgresPool {
        let address = try PostgresAddress(url: primary.url(), password: nil)
        return PostgresPool(
            settings: PostgresSettings(address: address, replicas: replicas), size: 2, timeout: .seconds(10),
            logger: .silent)
    }
}
#endif
