/// A setting that prevents the start. Its description is one line with its name.
public struct SettingError: Error, CustomStringConvertible {
    /// The settings that a database can contradict. Stores use only these.
    enum DatabaseSetting: String, CaseIterable {
        case databaseURL = "LATCHKEY_DATABASE_URL"
        case databasePassword = "LATCHKEY_DATABASE_PASSWORD"
        case databaseReplicas = "LATCHKEY_DATABASE_REPLICAS"
        case databaseMigrate = "LATCHKEY_DATABASE_MIGRATE"
    }

    let name: String
    let reason: String

    public var description: String { "\(name): \(reason)" }
}

extension SettingError {
    init(name: DatabaseSetting, reason: String) {
        self.init(name: name.rawValue, reason: reason)
    }
}
