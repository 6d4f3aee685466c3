/// A module's texts for users in one language, by key.
///
/// To add a language, create another value, listed in the key's `translations` or in the app.
public struct LocalizedTexts<Key: TextKey>: Hashable, Sendable {
    /// The language's code: `en`, `fr`.
    public let language: String
    private let texts: [Key: String]

    /// - Parameters:
    ///   - language: The language's code.
    ///   - texts: The texts that replace those of `base`, with the same placeholders, such as `{count}`.
    ///   - base: Supplies the missing texts.
    public init(language: String, _ texts: [Key: String], over base: LocalizedTexts = .english) {
        self.init(language: language, complete: base.texts.merging(texts) { $1 })
    }

    package init(language: String, complete texts: [Key: String]) { (self.language, self.texts) = (language, texts) }

    /// The text of the key, or the key's name if the language has no such text.
    public subscript(_ key: Key) -> String { texts[key] ?? key.rawValue }

    /// The keys without a text in this language.
    package var missing: [Key] { Key.allCases.filter { texts[$0] == nil } }

    /// English.
    public static var english: LocalizedTexts { Key.english }

    /// The library's languages, English first.
    public static var all: [LocalizedTexts] { Key.translations }

    /// The texts in the first supported language; English if none is supported.
    ///
    /// - Parameter languages: Language codes in order of preference, with or without region: `fr-CA`, `fr_FR.UTF-8`,
    ///   `en`.
    public static func preferred(from languages: some Sequence<String>) -> LocalizedTexts {
        languages.lazy.compactMap { tag in
            let language = tag.prefix { $0.isLetter }.lowercased()
            return all.first { $0.language == language }
        }.first ?? .english
    }
}
