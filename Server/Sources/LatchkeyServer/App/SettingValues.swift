/// Reads settings from the environment. One may be absent; a malformed one stops the start, with the rule that it
/// breaks.
struct SettingValues {
    private let environment: [String: String]

    init(_ environment: [String: String]) { self.environment = environment }

    func text(_ name: SettingName) -> String? { environment[name.rawValue] }

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
