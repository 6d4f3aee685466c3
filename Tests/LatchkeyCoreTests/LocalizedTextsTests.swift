import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyCore
import LatchkeyLock
import LatchkeyPersistence
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyUI
import Testing

struct LocalizedTextsTests {
    @Test func everyLanguageHasEveryTextWithTheSamePlaceholders() {
        check(BiometricText.self)
        check(LockText.self)
        check(SessionText.self)
        check(ScreenText.self)
        check(StoredDataText.self)
    }

    @Test func everyErrorThatAnAppShowsHasWords() {
        let errors: [any Error] = [
            SessionError.locked, SessionError.api(.offline), SessionError.vault(.damaged), SecureStorageError.busy,
            SecureStorageError.unsafePermissions(path: "/tmp"),
            PersistenceError.decodingFailed(type: "Note", property: "text"),
            VaultError.locked, BiometricAuthError.lockout, APIError.offline, HTTPTransportError.notConnected,
        ]
        for error in errors {
            let text = error.localizedDescription
            #expect(!text.contains("\(type(of: error))") && !text.contains("{") && text.hasSuffix("."), "\(error)")
        }
    }

    private func check<Key: TextKey>(_ keys: Key.Type) {
        #expect(keys.translations.map(\.language) == ["en", "fr"])
        for texts in keys.translations {
            #expect(texts.missing.isEmpty, "\(texts.language)")
            for key in keys.allCases {
                let (mine, english) = (texts[key], LocalizedTexts<Key>.english[key])
                #expect(
                    !mine.isEmpty && placeholders(in: mine) == placeholders(in: english), "\(texts.language) \(key)")
            }
        }
    }

    private func placeholders(in text: String) -> [String] {
        text.matches(of: #/\{[a-z]*\}/#).map { String($0.output) }.sorted()
    }

    @Test(arguments: [
        (["fr"], "fr"), (["fr-CA"], "fr"), (["fr_FR.UTF-8"], "fr"), (["FR"], "fr"), (["de", "fr", "en"], "fr"),
        (["en", "fr"], "en"), (["de"], "en"), ([], "en"), ([""], "en"), (["C"], "en"), (["fro"], "en"),
    ])
    func theFirstKnownLanguageIsTaken(languages: [String], expected: String) {
        #expect(BiometricTexts.preferred(from: languages).language == expected)
    }

    @Test func theScreensSpeakOneLanguageWithTheLockAndBiometrics() {
        for texts in [ScreenTexts.english, .french, .preferred(from: ["de", "fr"])] {
            #expect(texts.session.language == texts.language)
            #expect(texts.lock.language == texts.language && texts.biometrics.language == texts.language)
        }
        #expect(ScreenTexts.preferred(from: ["de_DE.UTF-8", "fr_CA.UTF-8", "en"]).language == "fr")
    }

    @Test func anAppsOwnTextsFallBackToTheBase() {
        let lock = LockTexts(language: "de", [.wrong: "Falscher Code."], over: .french)
        #expect(lock.language == "de" && lock[.wrong] == "Falscher Code." && lock[.locked] == LockTexts.french[.locked])
        let texts = ScreenTexts(
            language: "de", [.signIn: "Anmelden"], session: .english, lock: lock, biometrics: .english)
        #expect(texts[.signIn] == "Anmelden" && texts[.email] == "Email address" && texts.lock == lock)
    }
}
