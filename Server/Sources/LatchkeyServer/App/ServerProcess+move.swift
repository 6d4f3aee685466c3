import Foundation

extension ServerProcess {
    /// Moves the SQLite database of the settings to PostgreSQL. Returns messages for the operator.
    ///
    /// - Parameters:
    ///   - url: The target database, to which the PostgreSQL settings apply.
    ///   - environment: The settings.
    /// - Throws: ``DatabaseMoveError``, ``BackupError`` if there is no database, and ``SettingError``.
    public static func moveDatabase(to url: String, environment: [String: String]) async throws -> [String] {
        var environment = try Credentials.adding(to: environment)
        // The credentials are already merged. Read again, those for PostgreSQL would apply to SQLite.
        environment["CREDENTIALS_DIRECTORY"] = nil
        let name = SettingTable.name(of: \.databaseURL)
        let target = try SettingValues(environment.merging([name: url]) { $1 })
        for name in SettingValues.postgresOnly { environment[name] = nil }
        let process = try ServerProcess(environment: environment)
        guard case .sqlite(let path) = process.settings.database else {
            throw SettingError(
                name: \.databaseURL, reason: "is set to PostgreSQL. Set it to the SQLite database to move")
        }
        if case .postgres(let database) = try target.database() {
            return try await process.move(path, to: database)
        }
        throw DatabaseMoveError.failed("--to must be a PostgreSQL database")
    }

    private func move(_ path: String, to database: PostgresDatabase) async throws -> [String] {
        let source = try MoveSource(path: path)
        let target = MoveTarget(database, logger: logger)
        defer {
            target.close()
            try? source.close()
        }
        let sealer = Sealer(keys: try settings.secretKeys ?? loadKeys(mustExist: true))
        do {
            try await target.prepare(database)
        } catch let error as SettingError where error.isAbout(\.databaseURL) {
            // The setting names the other database.
            throw DatabaseMoveError.failed("\(target.name): \(error.reason)")
        }
        let counts = try await DatabaseMove(source: source, target: target, sealer: sealer).run()
        let found = counts.map {
            "\($0["users"] ?? 0) accounts and \($0["sessions"] ?? 0) sessions are in \(target.name)"
        }
        var lines = [found ?? "all data was already in \(target.name)"]
        lines.append("servers no longer start with \(path.debugDescription)")
        if settings.secretKeys == nil {
            lines.append("set LATCHKEY_SECRET_KEYS to the content of \(settings.secretKeysFile.path.debugDescription)")
        }
        return lines
    }
}
