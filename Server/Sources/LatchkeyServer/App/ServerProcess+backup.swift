import Foundation

/// The commands that copy the database, restore it, and follow its restoration.
extension ServerProcess {
    /// Writes a copy of the database as a new file, while servers work.
    ///
    /// - Throws: ``BackupError``; then there is no such file.
    public func backUp(to file: String) async throws {
        let path = try fileOfDatabase
        do {
            try await DatabaseBackup(random: SystemRandomSource(), clock: clock)
                .write(of: path, to: URL(filePath: file).path)
        } catch StoreError.unavailable(let code) {
            throw SettingError(name: \.databaseURL, reason: "cannot be copied: \(StoreError.explained(code))")
        }
    }

    /// Puts a backup in the place of a database that is gone. Returns what an operator should know.
    ///
    /// - Parameter requiresReset: whether each passcode must be reset by mail.
    /// - Throws: ``BackupError``; then there is no database.
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

    /// Does to a database of PostgreSQL's what ``restore(from:requiresReset:)`` does to a backup, and lets servers
    /// answer again that have found commits lost. Returns what an operator should know.
    public func afterRestore(requiresReset: Bool) async throws -> [String] {
        if case .postgres = settings.database, let store = try await openStore(.updated) as? PostgresStore {
            defer { store.close() }
            _ = try await secrets(of: store)
            let data = RestoredData(requiresReset: requiresReset)
            return data.lines(about: try await store.continueRestored(logger: logger) { try data.endAll(in: $0) })
        }
        throw SettingError(name: \.databaseURL, reason: "names SQLite, where restore has done what after-restore does")
    }

    private var fileOfDatabase: String {
        get throws {
            guard case .sqlite(let path) = settings.database else {
                throw SettingError(name: \.databaseURL, reason: "names PostgreSQL, which has tools of its own for this")
            }
            return path
        }
    }
}
