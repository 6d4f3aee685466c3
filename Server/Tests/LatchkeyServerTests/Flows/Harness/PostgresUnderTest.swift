#if PostgreSQL
import Foundation
import Testing

@testable import PostgresTestSupport

/// A database of PostgreSQL's for servers of the test, with keys that they share.
struct PostgresUnderTest: Sendable {
    // A server of PostgreSQL's that could lose commits is refused.
    private static let shared = Result { try TestCluster(["fsync = on"]) }

    let cluster: TestCluster
    private let name: String

    /// - Parameter name: Of no other database.
    init(_ name: String) throws {
        self.name = name
        cluster = try Self.shared.get()
        try cluster.query("CREATE DATABASE \(name)")
    }

    var probe: PostgresProbe { PostgresProbe(cluster: cluster, database: name) }

    /// How its servers are started.
    var start: ServerUnderTest.Start {
        ServerUnderTest.Start(settings: [
            "LATCHKEY_DATABASE_URL": cluster.url(database: name), "LATCHKEY_DATABASE_REPLICAS": "none",
            "LATCHKEY_SECRET_KEYS": "k1:" + Data(repeating: 7, count: 32).base64EncodedString(),
            "LATCHKEY_PUBLIC_URL": "http://127.0.0.1:8080", "LATCHKEY_WEBHOOK_SECRET": "hook",
        ])
    }

    /// Runs `body` against so many servers.
    func run<Value>(
        _ count: Int, on data: DataFolder, after others: [ServerUnderTest] = [],
        _ body: ([ServerUnderTest]) async throws -> Value
    ) async throws -> Value {
        try await ServerUnderTest.run(on: data, start) { server in
            let servers = others + [server]
            return servers.count == count
                ? try await body(servers) : try await run(count, on: data, after: servers, body)
        }
    }

    func drop() throws { try cluster.query("DROP DATABASE \(name) WITH (FORCE)") }
}
#endif
