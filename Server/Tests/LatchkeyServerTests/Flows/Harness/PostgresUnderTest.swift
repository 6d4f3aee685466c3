import Foundation
import Testing

@testable import PostgresTestSupport

/// A PostgreSQL database and keys for servers of a test.
struct PostgresUnderTest: Sendable {
    // The server requires durability.
    private static let shared = Result { try TestCluster(["fsync = on"]) }

    let cluster: TestCluster
    private let name: String

    /// - Parameter name: A unique name.
    init(_ name: String) throws {
        self.name = name
        cluster = try Self.shared.get()
        try cluster.query("CREATE DATABASE \(name)")
    }

    var probe: PostgresProbe { PostgresProbe(cluster: cluster, database: name) }

    /// The start options of its servers.
    var start: ServerUnderTest.Start { Self.start(cluster.url(database: name), replicas: "none") }

    /// Returns the start options of servers on a database.
    static func start(_ url: String, replicas: String) -> ServerUnderTest.Start {
        ServerUnderTest.Start(settings: [
            "LATCHKEY_DATABASE_URL": url, "LATCHKEY_DATABASE_REPLICAS": replicas,
            "LATCHKEY_SECRET_KEYS": "k1:" + Data(repeating: 7, count: 32).base64EncodedString(),
            "LATCHKEY_PUBLIC_URL": "http://127.0.0.1:8080", "LATCHKEY_WEBHOOK_SECRET": CallerSecret.webhook,
        ])
    }

    /// Runs `body` with that many servers.
    func run<Value>(
        _ count: Int, on data: DataFolder, _ body: ([ServerUnderTest]) async throws -> Value
    ) async throws -> Value {
        try await ServerUnderTest.run(count, on: data, start, body)
    }

    func drop() throws { try cluster.query("DROP DATABASE \(name) WITH (FORCE)") }
}
