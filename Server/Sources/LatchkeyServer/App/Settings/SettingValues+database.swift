import Foundation
import LatchkeyPostgres

extension SettingValues {
    /// The names of settings that apply only to PostgreSQL.
    static let postgresOnly = SettingEntry.all.map(\.name).filter {
        $0.hasPrefix("LATCHKEY_DATABASE_") && $0 != SettingTable.name(of: \.databaseURL)
    }

    func database() throws -> DatabaseLocation {
        if ["postgres://", "postgresql://"].contains(where: self.databaseURL.hasPrefix) { return try postgres() }
        let prefix = "sqlite:"
        guard self.databaseURL.hasPrefix(prefix), self.databaseURL.count > prefix.count else {
            // The value may contain a password.
            throw SettingError(
                name: \.databaseURL, value: nil, isNot: "a database",
                use: "sqlite:FILE or postgres://USER@HOST/DATABASE")
        }
        // A forgotten URL would otherwise create a new, empty database.
        if let name = set.first(where: Self.postgresOnly.contains) {
            throw SettingError(name: name, reason: "is only for PostgreSQL. Remove it, or set LATCHKEY_DATABASE_URL")
        }
        let file = String(self.databaseURL.dropFirst(prefix.count))
        return .sqlite(path: URL(filePath: file, relativeTo: self.dataDirectory).path)
    }

    private func postgres() throws -> DatabaseLocation {
        let address: PostgresAddress
        do throws(PostgresAddressError) {
            address = try PostgresAddress(url: self.databaseURL, password: self.databasePassword)
        } catch {
            throw SettingError(name: \.databaseURL, reason: "is \(error)")
        }
        return .postgres(
            PostgresDatabase(
                settings: PostgresSettings(
                    address: address, replicas: self.databaseReplicas, pooler: self.databasePooler),
                connections: self.databaseConnections, migratesWhenServing: self.databaseMigrate))
    }
}
