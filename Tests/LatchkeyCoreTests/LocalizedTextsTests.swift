import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyCore
import LatchkeyLock
import LatchkeyPersistence
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import LatchkeyUI
import Testing

struct LocalizedTextsTests {
    @Test func everyLanguageHasEveryTextTranslated() throws {
        try verify(BiometricText.self)
        try verify(
            LockText.self, ["de": ["server"], "it": ["account", "server"], "nl": ["account", "contact", "server"]])
        try verify(
            SessionText.self,
            [
                "de": ["server", "team"], "it": ["account", "email", "server", "team"],
                "nl": ["account", "server", "team"],
            ])
        try verify(
            ScreenText.self,
            [
                "de": ["code", "server", "still", "team"], "fr": ["code"],
                "it": ["account", "email", "server", "team"], "nl": ["account", "code", "server", "team"],
            ])
        try verify(StoredDataText.self)
    }

    @Test func everyErrorShownByAnAppHasALocalizedMessage() {
        let errors: [any Error] = [
            SessionError.locked, SessionError.api(.offline), SessionError.vault(.damaged), SecureStorageError.busy,
            SecureStorageError.unsafePermissions(path: "/tmp"),
            PersistenceError.decodingFailed(type: "Note", property: "text"),
            VaultError.locked, BiometricAuthError.lockout, APIError.offline, HTTPTransportError.notConnected,
            UnlockServerError.shut, DeviceSecretError.missing, HardwareKeyError.unavailable, BackendRejection.locked,
            Problem(.incorrectPasscode),
        ]
        for error in errors {
            let text = error.localizedDescription
            #expect(!text.contains("\(type(of: error))") && !text.contains("{") && text.hasSuffix("."), "\(error)")
        }
    }

    /// - Parameter sharedWords: The words that a language spells as English does.
    private func verify<Key: TextKey>(_ keys: Key.Type, _ sharedWords: [String: Set<String>] = [:]) throws {
        #expect(keys.translations.map(\.language) == ScreenText.translations.map(\.language))
        let english = keys.english
        #expect(Set(english.plain.keys).union(english.counted.keys) == Set(keys.allCases.map(\.rawValue)))
        #expect(Set(english.plain.keys).isDisjoint(with: english.counted.keys))
        for texts in keys.translations {
            let words = sharedWords[texts.language] ?? []
            try TranslationContract(.init(texts), english: .init(english), sharedWords: words).verify()
        }
    }

    @Test(arguments: LockTexts.all)
    func everyCountUsesItsPluralForm(texts: LockTexts) {
        for number in 0...120 {
            let form = texts.counted["wrongWithCount"]?[PluralCategory(of: number, in: texts.language)]
            #expect(texts[.wrongWithCount, count: number] == form?.replacing("{count}", with: String(number)))
        }
    }

    @Test func millionsHaveTheirOwnFormOrThatOfOtherNumbers() {
        let key = LockText.wrongWithCount
        let expected = LockTexts.french[key, count: 2].replacing("2", with: "1000000")
        #expect(LockTexts.french[key, count: 1_000_000] == expected)
        let own = LockTexts(language: "fr", counts: [key: [.one: "…", .many: "{count} d’essais", .other: "…"]])
        #expect(own[key, count: 2_000_000] == "2000000 d’essais")
    }

    @Test(arguments: [(["fr"], "fr"), (["fr-CA"], "fr"), (["ro", "fr", "en"], "fr"), (["ro"], "en"), ([], "en")])
    func firstSupportedLanguageIsChosen(languages: [String], expected: String) {
        #expect(BiometricTexts.preferred(from: languages).language == expected)
    }

    @Test func eachLanguageHasItsName() {
        let named: [SessionTexts] = [
            .english, .french, .german, .spanish, .italian, .portuguese, .dutch, .polish, .japanese, .arabic,
        ]
        #expect(named == SessionTexts.all)
    }

    @Test func screenTextsShareOneLanguageWithLockAndBiometrics() {
        for texts in ScreenTexts.all {
            #expect(texts.session.language == texts.language)
            #expect(texts.lock.language == texts.language && texts.biometrics.language == texts.language)
        }
        #expect(ScreenTexts.preferred(from: ["ro_RO.UTF-8", "fr_CA.UTF-8", "en"]).language == "fr")
    }

    @Test func textsMissingFromAnAppsTranslationUseTheBase() {
        let lock = LockTexts(language: "de", [.wrong: "Falscher Code."], over: .french)
        #expect(lock.language == "de" && lock[.wrong] == "Falscher Code." && lock[.locked] == LockTexts.french[.locked])
        let texts = ScreenTexts(
            language: "de", [.signIn: "Anmelden"], session: .english, lock: lock, biometrics: .english)
        #expect(texts[.signIn] == "Anmelden" && texts[.email] == "Email address" && texts.lock == lock)
    }

    @Test func anAppsOwnTextReplacesAllPluralForms() {
        let texts = LockTexts(language: "en", [.wrongWithCount: "{count} left"])
        #expect(texts[.wrongWithCount, count: 1] == "1 left" && texts[.wrongWithCount, count: 2] == "2 left")
        let forms = LockTexts(language: "pl", counts: [.wrongWithCount: [.few: "{count} próby", .other: "…"]])
        #expect(forms[.wrongWithCount, count: 3] == "3 próby" && forms[.wrongWithCount, count: 5] == "…")
    }
}
