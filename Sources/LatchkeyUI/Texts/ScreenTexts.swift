internal import Foundation
public import LatchkeyBiometrics
public import LatchkeyCore
public import LatchkeyLock
public import LatchkeySession

/// The texts of the screens in one language, with those of the session, the lock and biometrics.
public struct ScreenTexts: Sendable {
    private let screens: LocalizedTexts<ScreenText>
    /// The texts about the session.
    public let session: SessionTexts
    /// The texts about the lock.
    public let lock: LockTexts
    /// The texts about biometrics.
    public let biometrics: BiometricTexts
    /// Whether ``fill(_:_:with:)`` isolates values. False in a terminal, which forbids the marks: `CleanText`
    /// replaces them.
    package var isolatesValues = true

    /// Creates the texts of a language.
    ///
    /// - Parameters:
    ///   - language: The language's code.
    ///   - texts: The texts that replace those of `base`.
    ///   - counts: The texts with a count, in each of the language's plural forms.
    ///   - base: Supplies the missing texts.
    ///   - session: The session's texts.
    ///   - lock: The lock's texts.
    ///   - biometrics: The texts of biometrics.
    public init(
        language: String, _ texts: [ScreenText: String], counts: [ScreenText: [PluralCategory: String]] = [:],
        over base: ScreenTexts = .english, session: SessionTexts, lock: LockTexts, biometrics: BiometricTexts
    ) {
        screens = LocalizedTexts(language: language, texts, counts: counts, over: base.screens)
        (self.session, self.lock, self.biometrics) = (session, lock, biometrics)
    }

    private init(_ screens: LocalizedTexts<ScreenText>) {
        self.screens = screens
        let language = [screens.language]
        session = .preferred(from: language)
        (lock, biometrics) = (.preferred(from: language), .preferred(from: language))
    }

    /// The language's tag: `en`, `pt-BR`.
    public var language: String { screens.language }

    /// Whether the language is written from right to left.
    package var isRightToLeft: Bool { Locale.Language(identifier: language).characterDirection == .rightToLeft }

    /// The text of the key.
    public subscript(_ key: ScreenText) -> String { screens[key] }

    /// The text of the key in the number's plural form.
    public subscript(_ key: ScreenText, count number: Int) -> String { screens[key, count: number] }

    /// The text of the key with the name of the biometrics in place of `{biometrics}`.
    public subscript(_ key: ScreenText, with biometrics: BiometricType) -> String {
        screens[key].replacing("{biometrics}", with: biometrics.nameInSentence(in: self.biometrics))
    }

    /// Returns the text of the key with the value in place of the placeholder, isolated by ``TextIsolation``.
    package func fill(_ key: ScreenText, _ placeholder: String, with value: String) -> String {
        let isolated = TextIsolation.isolated(value, inRightToLeftText: isRightToLeft)
        return screens[key].replacing(placeholder, with: isolatesValues ? isolated : value)
    }

    /// The session's text of the key.
    public subscript(_ key: SessionText) -> String { session[key] }

    /// The screens' texts in English.
    public static let english = ScreenTexts(.english)

    /// The screens' texts in French.
    public static let french = ScreenTexts(ScreenText.french)

    /// The screens' texts in German.
    public static let german = ScreenTexts(ScreenText.german)

    /// The screens' texts in Spanish.
    public static let spanish = ScreenTexts(ScreenText.spanish)

    /// The screens' texts in Italian.
    public static let italian = ScreenTexts(ScreenText.italian)

    /// The screens' texts in Brazilian Portuguese.
    public static let portuguese = ScreenTexts(ScreenText.portuguese)

    /// The screens' texts in Dutch.
    public static let dutch = ScreenTexts(ScreenText.dutch)

    /// The screens' texts in Polish.
    public static let polish = ScreenTexts(ScreenText.polish)

    /// The screens' texts in Japanese.
    public static let japanese = ScreenTexts(ScreenText.japanese)

    /// The screens' texts in Arabic.
    public static let arabic = ScreenTexts(ScreenText.arabic)

    /// The library's languages, English first.
    public static let all: [ScreenTexts] = ScreenText.translations.map { ScreenTexts($0) }

    /// The texts in the first supported language; English if none is supported.
    ///
    /// - Parameter languages: Language tags in order of preference, with or without region: `fr-CA`, `pt_PT.UTF-8`,
    ///   `en`. Another region's language is supported: `pt-PT` finds `pt-BR`.
    public static func preferred(from languages: some Sequence<String>) -> ScreenTexts {
        ScreenTexts(.preferred(from: languages))
    }
}
