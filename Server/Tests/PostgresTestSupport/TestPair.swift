import Foundation
import LatchkeyPostgres

/// A primary and its synchronous standby, with a link between them that can be held.
final class TestPair: Sendable {
    static let shared = Result { try TestPair() }

    let primary: TestCluster
    let standby: TestCluster
    /// A second standby without a link: of the primary, or of the standby, which waits for it after its promotion.
    private let third: TestCluster?
    private let link: FaultyLink

    /// - Parameters:
    ///   - failsOver: Whether the standby has a standby of its own, so that it can replace the primary.
    ///   - hasSecond: Whether the primary has a second standby, `c`.
    ///   - settings: Lines of `postgresql.conf` for all.
    init(failsOver: Bool = false, hasSecond: Bool = false, _ settings: [String] = []) throws {
        primary = try TestCluster(["cluster_name = 'a'", "wal_level = replica", "wal_sender_timeout = 0"] + settings)
        link = try FaultyLink(to: primary.port)
        standby = try Self.standby(
            "b", of: link.port,
            ["wal_sender_timeout = 0", "synchronous_standby_names = '\(failsOver ? "c" : "")'"] + settings)
        let upstream = failsOver ? standby.port : hasSecond ? primary.port : nil
        third = try upstream.map { try Self.standby("c", of: $0, settings) }
    }

    private static func standby(_ name: String, of port: UInt16, _ settings: [String]) throws -> TestCluster {
        let conninfo = [
            "host=127.0.0.1", "port=\(port)", "user=latchkey", "application_name=\(name)", "sslmode=disable",
            "gssencmode=disable",
        ].joined(separator: " ")
        let own = [
            "cluster_name = '\(name)'", "wal_receiver_timeout = 0", "hot_standby = on",
            "primary_conninfo = '\(conninfo)'",
        ]
        // A copy before the first start has the same system identifier, so that it can follow.
        return try TestCluster(own + settings) { data in
            try Command.run(PostgresPrograms.asUser(["/usr/bin/touch", data + "/standby.signal"]))
        }
    }

    /// The address of both, in either order.
    func url(standbyFirst: Bool = false) -> String {
        let ports = standbyFirst ? [standby.port, primary.port] : [primary.port, standby.port]
        return "postgres://latchkey@\(ports.map { "127.0.0.1:\($0)" }.joined(separator: ","))/postgres"
    }

    /// Promotes the standby. Messages held by the link are lost.
    func promote() throws {
        link.cut()
        try standby.query("SELECT pg_promote(true, 60)")
        link.release()
    }

    /// Makes commits wait for the standby, and returns when it follows.
    func makeSynchronous() throws {
        try releaseReplication()
        try setNames("b")
        let end = ContinuousClock.now + .ample
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

    /// Sets the names of synchronous standbys, and does the work before commits wait for them.
    func withNamesThatNothingWaitsFor<Value>(_ names: String, _ work: () async throws -> Value) async throws -> Value {
        try setNames("")
        // A commit that does not wait, although the standby does not have it.
        try primary.query("SELECT pg_logical_emit_message(true, 'test', '')")
        return try await primary.withoutCheckpointer {
            try setNames(names)
            return try await work()
        }
    }

    /// Returns the number of commits that wait for the standby.
    func waiting() throws -> Int {
        Int(try primary.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")) ?? 0
    }

    func pool(
        replicas: PostgresSettings.Replicas = .required, user: String = "latchkey", port: UInt16? = nil
    ) throws -> PostgresPool {
        let address = try PostgresAddress(url: primary.url(user: user, port: port), password: nil)
        return PostgresPool(
            settings: PostgresSettings(address: address, replicas: replicas).ample, size: 2, timeout: .ample,
            logger: .silent)
    }
}
