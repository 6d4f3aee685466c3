import Foundation

/// Opening of the database by the commands.
extension ServerProcess {
    /// A command's requirement on the database.
    enum DatabaseRequirement {
        /// The database is created if missing, migrated, and kept open while the server runs.
        case served
        /// The database is created if missing, and migrated.
        case made
        /// The database is created if missing, and migrated regardless of `LATCHKEY_DATABASE_MIGRATE`.
        case migrated
        /// The database must exist; it is migrated.
        case updated
        /// The database must exist; it is only read.
        case asItIs
        /// The database must exist; it is only read, and PostgreSQL must also commit.
        case examined

        var onlyReads: Bool { self == .asItIs || self == .examined }
    }

    /// Creates the data directory if it is missing.
    func makeDataDirectory() throws {
        do {
            try FileManager.default.createDirectory(at: settings.dataDirectory, withIntermediateDirectories: true)
        } catch {
            throw noDataDirectory
        }
    }

    /// Opens the database. Throws ``BackupError/noDatabase(_:)`` if it is missing and must exist, and ``SettingError``
    ///   if it cannot be opened.
    func openStore(_ requirement: DatabaseRequirement) async throws -> any Store {
        switch settings.database {
        case .sqlite(let path):
            return try await openSQLite(path, requirement)
        case .postgres(let database):
            if requirement == .served { try makeDataDirectory() }
            return try await PostgresStore.open(
                database, clock: settings.isDevelopment ? clock : nil, for: requirement.postgresUse(database),
                logger: logger)
        }
    }

    /// Reports errors of the database with the name of its setting.
    func usingDatabase<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch StoreError.unavailable(let code) {
            throw SettingError(
                name: \.databaseURL, reason: "the database cannot be used: \(StoreError.explained(code))")
        }
    }

    private func openSQLite(_ path: String, _ requirement: DatabaseRequirement) async throws -> SQLiteStore {
        switch requirement {
        case .served, .made, .migrated:
            try makeDataDirectory()
            guard FileManager.default.fileExists(atPath: path) || FolderAccess.canMakeFiles(in: folder(of: path))
            else { throw noDatabase(at: path) }
        case .updated, .asItIs, .examined:
            guard FileManager.default.fileExists(atPath: path) else { throw BackupError.noDatabase(path) }
        }
        do {
            let store = try SQLiteStore(
                path: path, clock: clock, readOnly: requirement.onlyReads,
                timeout: requirement == .served ? .databaseRequest : .databaseCommand)
            if !requirement.onlyReads { try store.migrate() }
            // An older database may not have the table of the mark.
            let mark =
                try store.isUpToDate()
                ? try await KeyCheck(store: store).mark() : try? await KeyCheck(store: store).mark()
            if let mark { throw mark.rejection }
            return store
        } catch StoreError.unavailable(let code) {
            throw SettingError(
                name: \.databaseURL,
                reason: "\(path.debugDescription) cannot be opened: \(StoreError.explained(code))")
        }
    }
}

extension ServerProcess.DatabaseRequirement {
    fileprivate func postgresUse(_ database: PostgresDatabase) -> PostgresStore.Use {
        let schema: PostgresStore.SchemaRequirement =
            switch self {
            case .migrated: .migrated
            case .asItIs, .examined: .asItIs
            case .served, .made, .updated: database.migratesWhenServing ? .migrated : .upToDate
            }
        return PostgresStore.Use(schema: schema, sendsHeartbeats: self == .served, commits: self == .examined)
    }
}
