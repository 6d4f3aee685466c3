/// A class of numbers that a language's grammar distinguishes in texts with a count.
///
/// The rules for whole numbers are those of Unicode CLDR 48, "Language Plural Rules: cardinal"
/// (<https://www.unicode.org/cldr/charts/48/supplemental/language_plural_rules.html>), for the library's languages.
/// Foundation has no function for them.
public enum PluralCategory: String, CaseIterable, Hashable, Sendable {
    case zero, one, two, few, many, other

    /// The category of a number.
    ///
    /// - Parameters:
    ///   - count: The number. The sign does not matter.
    ///   - language: The language's code, with or without region. An unknown language is like English.
    public init(of count: Int, in language: String) {
        let count = count.magnitude
        self =
            switch language.prefix(while: \.isLetter).lowercased() {
            case "ja": .other
            case "fr", "pt": count <= 1 ? .one : Self.romance(count)
            case "es", "it": count == 1 ? .one : Self.romance(count)
            case "pl": Self.polish(count)
            case "ar": Self.arabic(count)
            // German, English and Dutch.
            default: count == 1 ? .one : .other
            }
    }

    /// The category of whole millions in Romance languages, which have "Un million de" before a noun.
    private static func romance(_ count: UInt) -> PluralCategory {
        count > 0 && count.isMultiple(of: 1_000_000) ? .many : .other
    }

    private static func polish(_ count: UInt) -> PluralCategory {
        if count == 1 { return .one }
        return (2...4).contains(count % 10) && !(12...14).contains(count % 100) ? .few : .many
    }

    private static func arabic(_ count: UInt) -> PluralCategory {
        switch (count, count % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }

    /// The categories of a language's whole numbers, and `other`, which replaces a missing form. Without that of whole
    /// millions, which is `many` in French, Italian, Portuguese and Spanish.
    public static func all(in language: String) -> [PluralCategory] {
        let used = Set((0...200).map { PluralCategory(of: $0, in: language) })
        return allCases.filter { $0 == .other || used.contains($0) }
    }
}
