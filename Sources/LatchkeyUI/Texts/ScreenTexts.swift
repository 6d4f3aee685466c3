public import LatchkeyBiometrics
public import LatchkeyCore
public import LatchkeyLock
public import LatchkeySession

/// What the screens say to users, in one language: their own texts, and those of the session, the
/// lock and biometrics.
public struct ScreenTexts: Sendable {
    private let screens: LocalizedTexts<ScreenText>
    /// What the session says.
    public let session: SessionTexts
    /// What the lock says.
    public let lock: LockTexts
    /// What biometrics say.
    public let biometrics: BiometricTexts

    /// - Parameters:
    ///   - language: The language's code.
    ///   - texts: The texts that replace those of `base`.
    ///   - base: Supplies the texts that are missing.
    ///   - session: What the session says.
    ///   - lock: What the lock says.
    ///   - biometrics: What biometrics say.
    public init(
        language: String, _ texts: [ScreenText: String], over base: ScreenTexts = .english, session: SessionTexts,
        lock: LockTexts, biometrics: BiometricTexts
    ) {
        screens = LocalizedTexts(language: language, texts, over: base.screens)
        (self.session, self.lock, self.biometrics) = (session, lock, biometrics)
    }

    private init(_ screens: LocalizedTexts<ScreenText>) {
        self.screens = screens
        let language = [screens.language]
        session = .preferred(from: language)
        (lock, biometrics) = (.preferred(from: language), .preferred(from: language))
    }

    /// The language's code: `en`, `fr`.
    public var language: String { screens.language }

    /// The text under the key.
    public subscript(_ key: ScreenText) -> String { screens[key] }

    /// The session's text under the key.
    public subscript(_ key: SessionText) -> String { session[key] }

    /// English.
    public static let english = ScreenTexts(.english)

    /// French.
    public static let french = ScreenTexts(ScreenText.french)

    /// The languages that come with the library, English first.
    public static let all: [ScreenTexts] = [.english, .french]

    /// The texts in the first of the languages that there are texts for; otherwise English.
    ///
    /// - Parameter languages: Codes in the order of preference, with or without region: `fr-CA`, `fr_FR.UTF-8`, `en`.
    public static func preferred(from languages: some Sequence<String>) -> ScreenTexts {
        ScreenTexts(.preferred(from: languages))
    }
}
