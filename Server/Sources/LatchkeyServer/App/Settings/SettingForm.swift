/// The format of a setting.
struct SettingForm<Value: Sendable>: Sendable {
    /// The valid values in an error message, such as "a port".
    let noun: String
    /// The valid values as advice, such as "0–65535".
    let use: String
    /// Returns nil for an invalid text, or throws a more specific error.
    let parse: @Sendable (String) throws -> Value?

    init(_ noun: String, use: String, parse: @escaping @Sendable (String) throws -> Value?) {
        self.noun = noun
        self.use = use
        self.parse = parse
    }

    static func choice(_ choices: KeyValuePairs<String, Value>) -> Self {
        let values = choices.map { $0 }
        let names = values.map(\.key)
        let use = "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
        return Self("a choice", use: use) { text in
            values.first { $0.key == text }?.value
        }
    }
}

extension SettingForm where Value == String {
    static var text: Self { Self("text", use: "any text") { $0 } }
}

extension SettingForm where Value == Int {
    static func number(_ bounds: ClosedRange<Int>, of noun: String = "a valid number") -> Self {
        Self(noun, use: "\(bounds.lowerBound)–\(bounds.upperBound)") { text in
            Int(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }
}
