extension SettingError {
    /// - Parameter row: The row of the setting.
    init<Value>(name row: KeyPath<SettingTable, Setting<Value>>, reason: String) {
        self.init(name: SettingTable.name(of: row), reason: reason)
    }

    func isAbout<Value>(_ row: KeyPath<SettingTable, Setting<Value>>) -> Bool {
        name == SettingTable.name(of: row)
    }
}
