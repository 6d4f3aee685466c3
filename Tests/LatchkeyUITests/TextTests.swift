import Foundation
import LatchkeyBiometrics
import LatchkeyLock
import Testing

@testable import LatchkeyUI

struct TextTests {
    @Test(
        arguments: zip(
            LockTimeout.allCases, ["Immediately", "1 minute", "5 minutes", "15 minutes", "30 minutes", "1 hour"])
    )
    func timeoutsHaveNames(_ timeout: LockTimeout, _ name: String) {
        #expect(timeout.name(in: .english) == name)
    }

    @Test(arguments: ScreenTexts.all, ["1 Desk", "1 مكتب"])
    func valuesAreIsolatedExceptInTerminals(texts: ScreenTexts, name: String) {
        let login = TeamLogin(name: name) { _ in nil }
        let text = texts[.continueWith]
        let isIsolated = texts.language == "ar" || name != "1 Desk"
        let value = isIsolated ? "\u{2068}\(name)\u{2069}" : name
        #expect(login.title(in: texts) == text.replacing("{name}", with: value))
        var plain = texts
        plain.isolatesValues = false
        #expect(login.title(in: plain) == text.replacing("{name}", with: name))
    }

    @Test(arguments: ScreenTexts.all)
    func biometricsWithinASentenceAreInLowerCaseExceptBrands(texts: ScreenTexts) {
        let sentences = ScreenText.allCases.filter { texts[$0].contains("{biometrics}") }
        #expect(sentences == [.unlockWithBiometrics, .offerBiometrics])
        for (type, brand) in [(BiometricType.touchID, "Touch ID"), (.faceID, "Face ID"), (.opticID, "Optic ID")] {
            for key in sentences { #expect(texts[key, with: type].contains(brand)) }
        }
        for type in [BiometricType.none, .fingerprint, .other] {
            let name = type.nameInSentence(in: texts.biometrics)
            // German nouns are in upper case everywhere; Japanese and Arabic have one case.
            #expect(name == (texts.language == "de" ? name.capitalized : name.lowercased()))
            for key in sentences {
                #expect(texts[key, with: type] == texts[key].replacing("{biometrics}", with: name))
            }
        }
    }
}
