/// The values of all settings. The rows of ``SettingTable`` are its properties.
@dynamicMemberLookup
struct SettingValues: Sendable {
    /// The names of the settings that are set, in the order of the table.
    let set: [String]
    private let values: [String: any Sendable]

    /// Reads the settings. An empty value counts as absent, except for the secret keys, which must not be replaced
    /// silently.
    ///
    /// - Throws: ``SettingError`` for the first invalid value.
    init(_ environment: [String: String]) throws(SettingError) {
        let secretKeys = SettingTable.name(of: \.secretKeys)
        let environment = environment.filter { !$0.value.isEmpty || $0.key == secretKeys }
        var values: [String: any Sendable] = [:]
        for row in SettingTable.rows { values[row.entry.name] = try row.anyValue(in: environment) }
        self.values = values
        set = SettingEntry.all.map(\.name).filter { environment[$0] != nil }
    }

    subscript<Value>(dynamicMember row: KeyPath<SettingTable, Setting<Value>>) -> Value {
        // Proof for `preconditionFailure`: `init` stores a value of the row's type for each row.
        guard let value = values[SettingTable.name(of: row)] as? Value else {
            preconditionFailure("the setting has no value")
        }
        return value
    }
}
