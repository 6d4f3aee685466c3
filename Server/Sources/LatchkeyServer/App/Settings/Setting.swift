/// A row of ``SettingTable`` with a value of any type.
protocol AnySetting: Sendable {
    var entry: SettingEntry { get }

    /// Returns the value in the environment, or the default.
    func anyValue(in environment: [String: String]) throws(SettingError) -> any Sendable
}

/// A row of ``SettingTable``.
struct Setting<Value: Sendable>: AnySetting {
    let entry: SettingEntry
    private let noun: String
    private let use: String
    /// Parses the text, which is nil for an absent setting. Returns nil for an invalid one.
    private let parse: @Sendable (String?) throws -> Value?

    /// A setting with a default.
    ///
    /// - Parameters:
    ///   - standard: The default, as a setting.
    ///   - shown: The default in the manual, if it differs.
    init(
        _ name: String, default defaultText: String, shown: String? = nil, isSecret: Bool = false, _ help: String,
        _ form: SettingForm<Value>
    ) {
        entry = SettingEntry(name: name, defaultText: shown ?? "`\(defaultText)`", help: help, isSecret: isSecret)
        noun = form.noun
        use = form.use
        parse = { try form.parse($0 ?? defaultText) }
    }

    /// An optional setting.
    ///
    /// - Parameter absent: The meaning of its absence, in the manual.
    init<Present>(
        _ name: String, absent: String, isSecret: Bool = false, _ help: String, _ form: SettingForm<Present>
    ) where Value == Present? {
        entry = SettingEntry(name: name, defaultText: absent, help: help, isSecret: isSecret)
        noun = form.noun
        use = form.use
        parse = { text in
            guard let text else { return .some(nil) }
            return try form.parse(text).map(Optional.some)
        }
    }

    func anyValue(in environment: [String: String]) throws(SettingError) -> any Sendable {
        do {
            if let value = try parse(environment[entry.name]) { return value }
        } catch {
            throw SettingError(name: entry.name, reason: "\(error)")
        }
        let value = entry.isSecret ? nil : environment[entry.name]
        throw SettingError(name: entry.name, value: value, isNot: noun, use: use)
    }
}
