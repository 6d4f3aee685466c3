import Foundation

import LatchkeyPostgres

extension SettingValues {
    /// The settings that are about PostgreSQL alone.
    static let postgresOnly: [SettingName] = [
        .databasePassword, .databaseReplicas, .databaseConnections, .databasePooler, .databaseMigrate,
    ]

    /// - Parameter directory: That of a SQLite file with a relative name.
    func database(in directory: URL) throws -> DatabaseLocation {
        let text = self[.databaseURL] ?? "sqlite:latchkey.sqlite"
        if ["postgres://", "postgresql://"].contains(where: text.hasPrefix) { return try postgres(text) }
        let prefix = "sqlite:"
        guard text.hasPrefix(prefix), text.count > prefix.count else {
            throw SettingError(name: .databaseURL, reason: "must be sqlite:FILE or postgres://USER@HOST/DATABASE")
        }
        // Otherwise a URL that was forgotten would be a new, empty database.
        if let name = Self.postgresOnly.first(where: { self[$0] != nil }) {
            throw SettingError(name: name, reason: "is for PostgreSQL alone, which LATCHKEY_DATABASE_URL does not name")
        }
        return .sqlite(path: URL(filePath: String(text.dropFirst(prefix.count)), relativeTo: directory).path)
    }

    private func postgres(_ url: String) throws -> DatabaseLocation {
        let password = try parsed(.databasePassword, "must be text") { PostgresPassword($0) }
        let address: PostgresAddress
        do throws(PostgresAddressError) {
            address = try PostgresAddress(url: url, password: password)
        } catch {
            throw SettingError(name: .databaseURL, reason: "is \(error)")
        }
        let replicas = try parsed(.databaseReplicas, "must be required or none") {
            ["required": PostgresSettings.Replicas.required, "none": .none][$0]
        }
        let pooler = try parsed(.databasePooler, "must be none or transaction") {
            ["none": PostgresSettings.Pooler.none, "transaction": .transaction][$0]
        }
        let migrates = try parsed(.databaseMigrate, "must be serve or never") { ["serve": true, "never": false][$0] }
        return .postgres(
            PostgresDatabase(
                settings: PostgresSettings(address: address, replicas: replicas ?? .required, pooler: pooler ?? .none),
                connections: try number(.databaseConnections, in: 1...1000) ?? 8,
                migratesWhenServing: migrates ?? true))
    }
}
