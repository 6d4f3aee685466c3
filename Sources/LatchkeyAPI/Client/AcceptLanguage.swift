/// The header of the user's languages (RFC 9110, 12.5.4).
struct AcceptLanguage: Sendable {
    /// The header's value: `fr-CA, en;q=0.9`. Nil without a language.
    let value: String?

    /// - Parameter tags: Language tags in order of preference, such as `fr-CA` or `fr_CA.UTF-8`. Malformed ones are
    ///   omitted.
    init(_ tags: some Sequence<String>) {
        let ranges = tags.map { $0.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-") }
            .filter { !$0.isEmpty && $0.utf8.allSatisfy { Self.isAllowed($0) } }
        let preferences = ranges.prefix(10).enumerated().map { rank, range in
            rank == 0 ? range : "\(range);q=0.\(10 - rank)"
        }
        value = preferences.isEmpty ? nil : preferences.joined(separator: ", ")
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
