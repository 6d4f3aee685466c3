extension SettingError {
    /// An invalid value.
    ///
    /// - Parameters:
    ///   - value: Nil for a secret.
    ///   - noun: The valid values, such as "a port".
    ///   - use: The advice, such as "0–65535".
    init(name: String, value: String?, isNot noun: String, use: String) {
        self.init(name: name, reason: "\(Self.shown(value)) is not \(noun). Use \(use)")
    }

    init<Value>(name row: KeyPath<SettingTable, Setting<Value>>, value: String?, isNot noun: String, use: String) {
        self.init(name: SettingTable.name(of: row), value: value, isNot: noun, use: use)
    }

    /// Returns the value for a message. Hides a URL that may contain a password, and escapes line breaks.
    private static func shown(_ value: String?) -> String {
        guard let value, !(value.contains("://") && value.contains("@")) else { return "the value" }
        return value.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? value : value.debugDescription
    }

    /// Creates an error about a setting of the table.
    ///
    /// - Parameter row: The row of the setting.
    init<Value>(name row: KeyPath<SettingTable, Setting<Value>>, reason: String) {
        self.init(name: SettingTable.name(of: row), reason: reason)
    }

    func isAbout<Value>(_ row: KeyPath<SettingTable, Setting<Value>>) -> Bool {
        name == SettingTable.name(of: row)
    }
}
