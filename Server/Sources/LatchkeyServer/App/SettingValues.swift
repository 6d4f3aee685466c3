import Configuration

/// Looks values up as text. The reader's typed look-ups treat a malformed value as an absent one, or an absent one as
/// an error; a setting here may be absent, and a malformed one stops the start with the rule that it breaks.
struct SettingValues {
    private let reader: ConfigReader

    init(_ environment: [String: String]) {
        // All values are secret: the access log that `CONFIG_ACCESS_LOG_FILE` switches on then names the settings only.
        reader = ConfigReader(
            provider: EnvironmentVariablesProvider(environmentVariables: environment, secretsSpecifier: .all))
    }

    func text(_ name: SettingName) -> String? { reader.string(forKey: ConfigKey([name.rawValue])) }

    subscript(name: SettingName) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

    func parsed<Value>(_ name: SettingName, _ rule: String, _ parse: (String) -> Value?) throws -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = parse(text) else { throw SettingError(name: name, reason: rule) }
        return value
    }

    func number(_ name: SettingName, in bounds: ClosedRange<Int>) throws -> Int? {
        try parsed(name, "must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)") { text in
            Int(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }
}
