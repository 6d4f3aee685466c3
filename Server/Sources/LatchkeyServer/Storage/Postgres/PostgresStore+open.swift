import LatchkeyPostgres
import Logging

extension PostgresStore {
    enum SchemaRequirement {
        case migrated
        /// The schema must be current; another role migrates it.
        case upToDate
        case asItIs
    }

    /// The purpose of opening a database.
    struct Use {
        let schema: SchemaRequirement
        /// Whether it is for a server, which detects failovers, and whose requests wait no longer than their clients.
        let sendsHeartbeats: Bool
        /// Whether to test a commit, which leaves nothing.
        var commits = false
    }

    /// Opens a database, and verifies its durability.
    ///
    /// - Throws: ``SettingError`` if it cannot be used.
    static func open(
        _ database: PostgresDatabase, clock: (any WallClock)?, for use: Use, logger: Logger
    ) async throws -> PostgresStore {
        let pool = PostgresPool(settings: database.settings, size: 2, timeout: .databaseCommand, logger: logger)
        defer { pool.close() }
        try await prepare(database, on: pool, schema: use.schema, logger: logger)
        do {
            if use.commits { _ = try await pool.write { _ = try $0.run(Self.probe()) } }
            let heartbeat = use.sendsHeartbeats ? Heartbeat(settings: database.settings, logger: logger) : nil
            let store = PostgresStore(
                settings: database.settings, clock: clock, heartbeat: heartbeat, connections: database.connections,
                timeout: use.sendsHeartbeats ? .databaseRequest : .databaseCommand, logger: logger)
            do {
                try await heartbeat?.send()
            } catch let error as PostgresError {
                // The first host may be a former primary that still runs.
                guard let watch = store.primaryWatch, await watch.follow() else { throw error }
                try await heartbeat?.send()
            }
            return store
        } catch let error as PostgresError {
            throw startError(for: error, database.settings)
        }
    }

    /// Verifies durability and schema.
    ///
    /// - Throws: ``SettingError`` if the database cannot be used.
    static func prepare(
        _ database: PostgresDatabase, on pool: PostgresPool, schema: SchemaRequirement, logger: Logger
    ) async throws {
        do {
            try await demandDurability(database, pool)
            let migrations = PostgresMigrations(pool: pool, logger: logger)
            switch schema {
            case .migrated: try await migrations.apply(within: .seconds(60))
            case .upToDate:
                guard try await migrations.isUpToDate() else {
                    throw SettingError(
                        name: .databaseMigrate,
                        reason: "is set to never, but the schema is outdated. Run migrate")
                }
            case .asItIs:
                guard try await migrations.isUpToDate() else {
                    throw SettingError(
                        name: .databaseURL,
                        reason: "the database does not have the schema of this version. Run migrate")
                }
            }
        } catch let error as PostgresMigrations.OlderServers {
            throw SettingError(
                name: .databaseURL,
                reason: "older servers still use what migration \(error.migration) removes. Update them first")
        } catch let error as PostgresError {
            throw startError(for: error, database.settings)
        }
    }

    private static func demandDurability(_ database: PostgresDatabase, _ pool: PostgresPool) async throws {
        let durability = try await pool.read { transaction in
            let result = try transaction.run(DatabaseDurability.query())
            guard let row = result.first else { throw PostgresError.unexpectedValue(column: 0, type: "durability") }
            return try DatabaseDurability(row)
        }
        try durability.demand(database.settings.replicas)
    }

    private static func startError(for error: PostgresError, _ settings: PostgresSettings) -> SettingError {
        switch error {
        case .unreachable(let failure) where failure.state == .invalidPassword:
            SettingError(
                name: .databasePassword,
                reason: settings.address.hasPassword
                    ? "is not the password of the role" : "is required: the role has a password")
        case .unreachable(let failure):
            SettingError(
                name: .databaseURL,
                reason: "the database cannot be reached: \(failure.message)"
                    + (failure.hint(behind: settings.pooler).map { "; \($0)" } ?? ""))
        case .rejected(let state, _):
            SettingError(
                name: .databaseURL, reason: "the database cannot be used: \(StoreError.explained(state.code))")
        case .undecided where settings.replicas == .required:
            SettingError(
                name: .databaseReplicas,
                reason: "is set to required, but a commit is \(StoreError.explained("\(error)"))")
        default:
            SettingError(name: .databaseURL, reason: "the database sent an unexpected response: \(error)")
        }
    }
}
