import LatchkeyPostgres
import Logging
import Synchronization
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// Databases with the latest schema on a shared PostgreSQL server.
enum TestPostgres {
    private struct State {
        /// Databases in use, by the path of the SQLite database.
        var databases: [String: TestDatabase] = [:]
        /// Unused databases, empty again.
        var free: [TestDatabase] = []
        /// Paths of databases that are not reused.
        var spent: Set<String> = []
    }

    /// A database with the latest schema, the template of all others.
    private static let template = Task {
        let database = try TestDatabase()
        let pool = try database.pool(size: 1, timeout: .seconds(60))
        try await PostgresMigrations(pool: pool, logger: .silent).apply(within: .seconds(60))
        pool.close()
        // A database with connections cannot be copied.
        let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database.name)'"
        try await waitUntil("the end of the connection") { try database.cluster.query(others) == "0" }
        return database
    }
    private static let state = Mutex(State())

    static func database() async throws -> TestDatabase {
        try TestDatabase(copyOf: await template.value)
    }

    /// Returns the database of this path.
    static func database(of path: String) async throws -> TestDatabase {
        let known = state.withLock { state in
            if state.databases[path] == nil, let free = state.free.popLast() { state.databases[path] = free }
            return state.databases[path]
        }
        if let known { return known }
        let made = try await database()
        return state.withLock { state in
            let database = state.databases[path] ?? made
            state.databases[path] = database
            return database
        }
    }

    /// Prevents reuse of the path's database.
    static func spend(_ path: String) { state.withLock { _ = $0.spent.insert(path) } }

    static func store(
        _ database: TestDatabase, clock: (any WallClock)? = nil, heartbeat: Heartbeat? = nil
    ) throws -> PostgresStore {
        PostgresStore(
            settings: try database.settings().ample, clock: clock, heartbeat: heartbeat, connections: 4,
            timeout: .ample,
            logger: .silent)
    }

    /// Runs `body` with a store, and ends its threads and connections.
    ///
    /// - Parameter isShared: Whether others still use the database.
    static func using(
        _ path: String, clock: ManualClock, isShared: Bool, _ body: (any Store) async throws -> Void
    ) async throws {
        let store = try store(try await database(of: path), clock: clock)
        defer { store.close() }
        try await body(store)
        store.close()
        if !isShared { try await release(path) }
    }

    /// Empties the database for another test, because creating one takes ten times as long.
    private static func release(_ path: String) async throws {
        let found = state.withLock { state in
            let database = state.databases.removeValue(forKey: path)
            return state.spent.remove(path) == nil ? database : nil
        }
        guard let database = found else { return }
        let connection = try database.connection()
        defer { connection.close() }
        // A server may still complete its writes.
        try await waitUntil("the end of the connections") {
            let result = try connection.exchange([others()], until: .in(.seconds(60)))
            return try result.first?.first?.value(0, as: Int64.self) == 0
        }
        _ = try connection.exchange(emptying.map { $0() }, until: .in(.seconds(60)))
        state.withLock { $0.free.append(database) }
    }

    private static let others = PostgresStatement(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
    // Faster than TRUNCATE for a few rows, which creates new files.
    private static let emptying = [
        PostgresStatement("DELETE FROM users"), PostgresStatement("DELETE FROM one_time_tokens"),
        PostgresStatement("DELETE FROM mail_requests"), PostgresStatement("DELETE FROM notices"),
        PostgresStatement("DELETE FROM outbox"), PostgresStatement("DELETE FROM imports"),
        PostgresStatement("DELETE FROM key_check"), PostgresStatement("DELETE FROM used_tokens"),
        PostgresStatement("DELETE FROM administration"),
        PostgresStatement("UPDATE no_tokens SET code_tries = 5"),
    ]
}
