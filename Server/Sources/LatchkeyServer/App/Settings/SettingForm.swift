/// The format of a setting.
struct SettingForm<Value: Sendable>: Sendable {
    /// The error message for an invalid text, such as "must be open or closed".
    let rule: String
    /// Returns nil for an invalid text, or throws a more specific error.
    let parse: @Sendable (String) throws -> Value?

    init(_ rule: String, parse: @escaping @Sendable (String) throws -> Value?) {
        self.rule = rule
        self.parse = parse
    }

    static func choice(_ choices: KeyValuePairs<String, Value>) -> Self {
        let values = choices.map { $0 }
        let names = values.map(\.key)
        return Self("must be \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")") { text in
            values.first { $0.key == text }?.value
        }
    }
}

extension SettingForm where Value == String {
    static var text: Self { Self("must be text") { $0 } }
}

extension SettingForm where Value == Int {
    static func number(_ bounds: ClosedRange<Int>) -> Self {
        Self("must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)") { text in
            Int(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }
}
