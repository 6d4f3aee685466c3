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
    var start: ServerUnderTest.Start { Self.start(cluster.url(database: name), replicas: "none") }

    /// How servers on the database of an address are started.
    static func start(_ url: String, replicas: String) -> ServerUnderTest.Start {
        ServerUnderTest.Start(settings: [
            "LATCHKEY_DATABASE_URL": url, "LATCHKEY_DATABASE_REPLICAS": replicas,
            "LATCHKEY_SECRET_KEYS": "k1:" + Data(repeating: 7, count: 32).base64EncodedString(),
            "LATCHKEY_PUBLIC_URL": "http://127.0.0.1:8080", "LATCHKEY_WEBHOOK_SECRET": CallerSecret.webhook,
        ])
    }

    /// Runs `body` against so many servers.
    func run<Value>(
        _ count: Int, on data: DataFolder, _ body: ([ServerUnderTest]) async throws -> Value
    ) async throws -> Value {
        try await ServerUnderTest.run(count, on: data, start, body)
    }

    func drop() throws { try cluster.query("DROP DATABASE \(name) WITH (FORCE)") }
}
