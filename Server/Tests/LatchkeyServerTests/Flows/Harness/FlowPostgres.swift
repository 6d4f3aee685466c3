import LatchkeyPostgres
import Synchronization

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// PostgreSQL databases for real servers, which require durability.
enum FlowPostgres {
    static let server = Result { try TestCluster(["fsync = on", "max_connections = 400"]) }
    /// By the data directory of the servers that share it.
    private static let databases = Mutex<[String: TestDatabase]>([:])

    /// A database with the latest schema, the template of others.
    private static let template = Task {
        let database = try FlowPostgres.database()
        let pool = try database.pool(size: 1, timeout: .seconds(60))
        try await PostgresMigrations(pool: pool, logger: .silent).apply(within: .seconds(60))
        pool.close()
        return database
    }

    static func database() throws -> TestDatabase { try TestDatabase(on: server.get()) }

    static func migratedDatabase() async throws -> TestDatabase {
        try TestDatabase(on: server.get(), copyOf: await template.value)
    }

    static func database(of folder: String) throws -> TestDatabase {
        try databases.withLock { databases in
            if let known = databases[folder] { return known }
            let database = try FlowPostgres.database()
            databases[folder] = database
            return database
        }
    }

    /// The settings of servers and commands on the database.
    static func settings(_ database: TestDatabase) -> [String: String] {
        [
            "LATCHKEY_DATABASE_URL": database.cluster.url(database: database.name),
            "LATCHKEY_DATABASE_REPLICAS": "none", "LATCHKEY_DEV": "1",
            "LATCHKEY_SECRET_KEYS": TestKeys.entry("k1", fill: 1),
        ]
    }

    static func withStore<Value>(
        _ database: TestDatabase, _ body: (any Store) async throws -> Value
    ) async throws -> Value {
        let store = try TestPostgres.store(database, clock: ManualClock())
        defer { store.close() }
        return try await body(store)
    }
}
