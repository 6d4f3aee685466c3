/// A module's texts for users in one language, by key.
///
/// To add a language, create another value, listed in the key's `translations` or in the app.
public struct LocalizedTexts<Key: TextKey>: Hashable, Sendable {
    /// The language's tag: `en`, `pt-BR`.
    public let language: String
    private let texts: [Key: String]
    private let counts: [Key: [PluralCategory: String]]

    /// Creates the texts of a language.
    ///
    /// - Parameters:
    ///   - language: The language's tag.
    ///   - texts: The texts that replace those of `base`, with the same placeholders, such as `{count}`.
    ///   - counts: The texts with a count, in each of the language's plural forms.
    ///   - base: Supplies the missing texts.
    public init(
        language: String, _ texts: [Key: String] = [:], counts: [Key: [PluralCategory: String]] = [:],
        over base: LocalizedTexts = .english
    ) {
        // A text that replaces one with a count is for each number.
        let kept = base.counts.filter { texts[$0.key] == nil }
        self.init(
            language: language, complete: base.texts.merging(texts) { $1 }, counts: kept.merging(counts) { $1 })
    }

    package init(language: String, complete texts: [Key: String], counts: [Key: [PluralCategory: String]] = [:]) {
        (self.language, self.texts, self.counts) = (language, texts, counts)
    }

    /// The text of the key, or the key's name if the language has no such text.
    public subscript(_ key: Key) -> String { counts[key]?[.other] ?? texts[key] ?? key.rawValue }

    /// The text of the key in the number's plural form, with the number in place of `{count}`.
    public subscript(_ key: Key, count number: Int) -> String {
        let text = counts[key]?[PluralCategory(of: number, in: language)] ?? self[key]
        return text.replacing("{count}", with: String(number))
    }

    /// The texts by the keys' names, without those with a count.
    package var plain: [String: String] { Dictionary(uniqueKeysWithValues: texts.map { ($0.rawValue, $1) }) }

    /// The plural forms of the texts with a count, by the keys' names.
    package var counted: [String: [PluralCategory: String]] {
        Dictionary(uniqueKeysWithValues: counts.map { ($0.rawValue, $1) })
    }

    /// The texts in English.
    public static var english: LocalizedTexts { Key.english }

    /// The library's languages, English first.
    public static var all: [LocalizedTexts] { Key.translations }

    /// The texts in the first supported language; English if none is supported.
    ///
    /// - Parameter languages: Language tags in order of preference, with or without region: `fr-CA`, `pt_PT.UTF-8`,
    ///   `en`. Another region's language is supported: `pt-PT` finds `pt-BR`.
    public static func preferred(from languages: some Sequence<String>) -> LocalizedTexts {
        let best = LanguageRange.best(of: languages, among: all.map(\.language))
        return all.first { $0.language == best } ?? .english
    }
}
