/// What a module says to users, in one language: a text for each key.
///
/// Another language is one more value: with a line in the key's `translations`, or in the app.
public struct LocalizedTexts<Key: TextKey>: Hashable, Sendable {
    /// The language's code: `en`, `fr`.
    public let language: String
    private let texts: [Key: String]

    /// - Parameters:
    ///   - language: The language's code.
    ///   - texts: The texts that replace those of `base`. Placeholders such as `{count}` are kept.
    ///   - base: Supplies the texts that are missing.
    public init(language: String, _ texts: [Key: String], over base: LocalizedTexts = .english) {
        self.init(language: language, complete: base.texts.merging(texts) { $1 })
    }

    package init(language: String, complete texts: [Key: String]) { (self.language, self.texts) = (language, texts) }

    /// The text under the key; the key's name if the language has none.
    public subscript(_ key: Key) -> String { texts[key] ?? key.rawValue }

    /// The keys that have no text in this language.
    package var missing: [Key] { Key.allCases.filter { texts[$0] == nil } }

    /// English.
    public static var english: LocalizedTexts { Key.english }

    /// The languages that come with the library, English first.
    public static var all: [LocalizedTexts] { Key.translations }

    /// The texts in the first of the languages that there are texts for; otherwise English.
    ///
    /// - Parameter languages: Codes in the order of preference, with or without region: `fr-CA`, `fr_FR.UTF-8`, `en`.
    public static func preferred(from languages: some Sequence<String>) -> LocalizedTexts {
        languages.lazy.compactMap { tag in
            let language = tag.prefix { $0.isLetter }.lowercased()
            return all.first { $0.language == language }
        }.first ?? .english
    }
}
