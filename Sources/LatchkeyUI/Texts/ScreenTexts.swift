public import LatchkeyBiometrics
public import LatchkeyLock

/// What the screens say to users, in one language.
///
/// Another language is one more value of this type: in a file here, with a line in ``all``, or in the app.
public struct ScreenTexts: Sendable {
    /// The language's code: `en`, `fr`.
    public let language: String
    /// What the lock says.
    public let lock: LockTexts
    /// What biometrics say.
    public let biometrics: BiometricTexts
    private let texts: [ScreenText: String]

    /// Texts of an app's own.
    ///
    /// - Parameters:
    ///   - language: The language's code.
    ///   - texts: What replaces those of the base.
    ///   - base: Says what is missing.
    ///   - lock: What the lock says.
    ///   - biometrics: What biometrics say.
    public init(
        language: String, _ texts: [ScreenText: String], over base: ScreenTexts = .english, lock: LockTexts,
        biometrics: BiometricTexts
    ) {
        self.init(
            language: language, complete: base.texts.merging(texts) { $1 }, lock: lock, biometrics: biometrics)
    }

    init(language: String, complete texts: [ScreenText: String], lock: LockTexts, biometrics: BiometricTexts) {
        (self.language, self.texts, self.lock, self.biometrics) = (language, texts, lock, biometrics)
    }

    /// The text of that kind.
    public subscript(_ text: ScreenText) -> String { texts[text] ?? text.rawValue }

    /// What has no text in this language.
    package var missing: [ScreenText] { ScreenText.allCases.filter { texts[$0] == nil } }

    /// The languages that come with the library, English first.
    public static let all: [ScreenTexts] = [.english, .french]

    /// The texts in the first of the languages that there are texts for; English if there is none.
    ///
    /// - Parameter languages: Codes in the order of preference, with or without region: `fr-CA`, `fr_FR.UTF-8`, `en`.
    public static func preferred(from languages: some Sequence<String>) -> ScreenTexts {
        for tag in languages {
            let language = tag.prefix { $0.isLetter }.lowercased()
            if let texts = all.first(where: { $0.language == language }) { return texts }
        }
        return .english
    }
}
