import Foundation
import LatchkeyPostgres
import Logging

/// An empty database on the shared server.
struct TestDatabase {
    static let server = Result { try TestCluster(["max_connections = 400"]) }
    private static let count = Shared(0)

    let name: String
    let cluster: TestCluster

    /// - Parameters:
    ///   - cluster: Nil for the shared server.
    ///   - original: A template without connections; nil for an empty database.
    init(on cluster: TestCluster? = nil, copyOf original: TestDatabase? = nil) throws {
        self.cluster = try cluster ?? Self.server.get()
        name = Self.count.change { count in
            count += 1
            return "test\(count)"
        }
        try self.cluster.query("CREATE DATABASE \(name) TEMPLATE \(original?.name ?? "template0") STRATEGY wal_log")
    }

    func settings(
        port: UInt16? = nil, replicas: PostgresSettings.Replicas = .none, pooler: PostgresSettings.Pooler = .none
    ) throws -> PostgresSettings {
        let address = try PostgresAddress(url: cluster.url(database: name, port: port), password: nil)
        return PostgresSettings(address: address, replicas: replicas, pooler: pooler)
    }

    func connection() throws -> PostgresConnection { try PostgresConnection.open(settings().ample) }

    func pool(
        size: Int = 2, port: UInt16? = nil, timeout: Duration = .ample, logger: Logger = .silent
    ) throws -> PostgresPool {
        PostgresPool(settings: try settings(port: port).ample, size: size, timeout: timeout, logger: logger)
    }

    /// Returns the whole content as text.
    func dump() throws -> String {
        try Command.run([
            PostgresPrograms.path("pg_dump"), "-h", "127.0.0.1", "-p", "\(cluster.port)", "-U", "latchkey", name,
        ])
    }

    @discardableResult
    func query(_ sql: String) throws -> String { try cluster.query(sql, database: name) }
}

extension Logger {
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

    /// Returns a logger that records its lines.
    static func recording(_ lines: Shared<[String]>) -> Logger { Logger(label: "test") { _ in LineLog(lines: lines) } }
}

struct LineLog: LogHandler {
    let lines: Shared<[String]>
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    init(lines: Shared<[String]>) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        lines.change { $0.append((["\(event.level)", "\(event.message)"] + values).joined(separator: " ")) }
    }
}
