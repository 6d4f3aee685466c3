import Foundation
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import Testing

@testable import LatchkeyUI

struct TextTests {
    @Test func everyLanguageHasEveryText() {
        for texts in ScreenTexts.all {
            #expect(texts.missing.isEmpty, "\(texts.language)")
            #expect(texts.lock.language == texts.language && texts.biometrics.language == texts.language)
        }
    }

    @Test func placeholdersAreTheSameInEveryLanguage() {
        for texts in ScreenTexts.all {
            for text in ScreenText.allCases {
                for placeholder in ["{count}", "{email}", "{biometrics}"] {
                    let (mine, english) = (texts[text], ScreenTexts.english[text])
                    #expect(mine.contains(placeholder) == english.contains(placeholder), "\(texts.language) \(text)")
                }
            }
        }
    }

    @Test(arguments: PasscodePolicy.Refusal.allCases) func everyRefusalSaysWhy(_ refusal: PasscodePolicy.Refusal) {
        let english = PasscodeChangeOutcome<SessionError>.refused(refusal).text(in: .english, now: Date())
        #expect(english?.hasPrefix(refusal.reason) == true)
    }

    @Test(
        arguments: zip(
            LockTimeout.allCases, ["Immediately", "1 minute", "5 minutes", "15 minutes", "30 minutes", "1 hour"])
    )
    func timeoutsHaveNames(_ timeout: LockTimeout, _ name: String) {
        #expect(timeout.name(in: .english) == name)
    }

    @Test func anAppsOwnTextsFallBackToTheBase() {
        let texts = ScreenTexts(language: "de", [.signIn: "Anmelden"], lock: .english, biometrics: .english)
        #expect(texts[.signIn] == "Anmelden" && texts[.email] == "E-mail address")
    }

    @Test func theFirstLanguageThatThereIsWins() {
        #expect(ScreenTexts.preferred(from: ["de_DE.UTF-8", "fr_CA.UTF-8", "en"]).language == "fr")
        #expect(ScreenTexts.preferred(from: ["C"]).language == "en")
    }
}
