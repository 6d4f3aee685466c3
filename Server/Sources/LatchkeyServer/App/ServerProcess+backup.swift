import Foundation

/// The commands that copy the database, and restore it.
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
            throw SettingError(name: .databaseURL, reason: "cannot be copied (\(code))")
        }
    }

    /// Puts a backup in the place of a database that is gone. Returns what an operator should know.
    ///
    /// - Parameter requiresReset: whether each passcode must be reset by mail.
    /// - Throws: ``BackupError``; then there is no database.
    public func restore(from file: String, requiresReset: Bool) async throws -> [String] {
        let path = try fileOfDatabase
        try makeDataDirectory()
        let restore = DatabaseRestore(random: SystemRandomSource(), clock: clock, requiresReset: requiresReset)
        let report = try await restore.run(from: URL(filePath: file).path, to: path) { store in
            _ = try await secrets(of: store)
        }
        return [
            "\(report.accounts) accounts are back", "\(report.endedSessions) sessions were ended: all sign in again",
        ]
            + report.unreadable.map { "account \($0) cannot be read, and opens nothing" }
            + (requiresReset ? ["each passcode must be reset by mail"] : [])
    }

    private var fileOfDatabase: String {
        get throws {
            guard case .sqlite(let path) = settings.database else {
                throw SettingError(name: .databaseURL, reason: "names PostgreSQL, which has tools of its own for this")
            }
            return path
        }
    }
}
