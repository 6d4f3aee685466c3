import Foundation

/// The backup commands.
extension ServerProcess {
    /// Writes a copy of the database to a new file, while servers run.
    ///
    /// - Throws: ``BackupError``; then the file was not created.
    public func backUp(to file: String) async throws {
        let path = try fileOfDatabase
        do {
            try await DatabaseBackup(random: SystemRandomSource(), clock: clock)
                .write(of: path, to: URL(filePath: file).path)
        } catch StoreError.unavailable(let code) {
            throw SettingError(
                name: \.databaseURL, reason: "the database cannot be copied: \(StoreError.explained(code))")
        }
    }

    /// Restores a backup where no database exists. Returns messages for the operator.
    ///
    /// - Parameter requiresReset: Whether each passcode must be reset by email.
    /// - Throws: ``BackupError``; then the database was not created.
    public func restore(from file: String, requiresReset: Bool) async throws -> [String] {
        let path = try fileOfDatabase
        try makeDataDirectory()
        let data = RestoredData(requiresReset: requiresReset)
        let restore = DatabaseRestore(random: SystemRandomSource(), clock: clock, data: data)
        let report = try await restore.run(from: URL(filePath: file).path, to: path) { store in
            _ = try await secrets(of: store)
        }
        return data.lines(about: report)
    }

    /// Ends sessions and emailed links of a restored PostgreSQL database, as ``restore(from:requiresReset:)`` does, and
    /// lets servers continue that stopped because of lost commits. Returns messages for the operator.
    public func afterRestore(requiresReset: Bool) async throws -> [String] {
        if case .postgres = settings.database, let store = try await openStore(.updated) as? PostgresStore {
            defer { store.close() }
            _ = try await secrets(of: store)
            let data = RestoredData(requiresReset: requiresReset)
            return data.lines(about: try await store.continueRestored(logger: logger) { try data.endAll(in: $0) })
        }
        throw SettingError(name: \.databaseURL, reason: "is set to SQLite. Use after-restore only with PostgreSQL")
    }

    private var fileOfDatabase: String {
        get throws {
            guard case .sqlite(let path) = settings.database else {
                throw SettingError(name: \.databaseURL, reason: "is set to PostgreSQL. Use its own tools")
            }
            return path
        }
    }
}
