#if PostgreSQL
import LatchkeyPostgres
import Logging
import Synchronization

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// Databases of the newest schema on a server of PostgreSQL's that all tests share.
enum TestPostgres {
    /// A database of the newest schema, which all others are copies of.
    private static let template = Task {
        let database = try TestDatabase()
        let pool = try database.pool(size: 1, timeout: .seconds(60))
        try await PostgresMigrations(pool: pool).apply(within: .seconds(60))
        pool.close()
        return database
    }
    /// The databases of test servers, by the path that their SQLite database would have.
    private static let ofServers = Mutex<[String: TestDatabase]>([:])

    static func database() async throws -> TestDatabase {
        try TestDatabase(copyOf: await template.value)
    }

    /// The database of a test server, and of those that share it.
    static func database(of path: String) async throws -> TestDatabase {
        if let database = ofServers.withLock({ $0[path] }) { return database }
        let database = try await database()
        return ofServers.withLock { databases in
            databases[path] = databases[path] ?? database
            return databases[path] ?? database
        }
    }

    static func store(
        _ database: TestDatabase, clock: (any WallClock)? = nil, beat: Beat? = nil
    ) throws -> PostgresStore {
        PostgresStore(
            settings: try database.settings().ample, clock: clock, beat: beat, connections: 4, timeout: .ample,
            logger: .silent)
    }
}
#endif
