import LatchkeyCore
import LatchkeyUI
import Testing

@testable import LatchkeyTerminal

@Suite struct TerminalTextsTests {
    @Test func everyLanguageHasEveryTextWithTheSamePlaceholders() {
        for texts in TerminalText.translations {
            #expect(texts.missing == [])
            for text in TerminalText.allCases {
                #expect(!texts[text].isEmpty)
                #expect(
                    placeholders(in: texts[text]) == placeholders(in: TerminalText.english[text]),
                    "\(texts.language): \(text)")
            }
        }
    }

    private func placeholders(in text: String) -> [String] {
        text.matches(of: #/\{[a-z]*\}/#).map { String($0.output) }.sorted()
    }

    @Test func yesAndNoBeginWithDifferentLettersInEveryLanguage() {
        for texts in TerminalText.translations {
            #expect(texts[.yes].first != texts[.no].first)
            #expect(texts[.no].first == "n", "the key for no, everywhere")
        }
    }

    @Test(arguments: [
        ([:], "en"), (["LANG": "C"], "en"), (["LANG": "POSIX"], "en"), (["LANG": "fr_FR.UTF-8"], "fr"),
        (["LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"], "en"),
        (["LANG": "en_US.UTF-8", "LC_MESSAGES": "en_US.UTF-8", "LC_ALL": "fr_CA"], "fr"),
        (["LANG": "fr_FR.UTF-8", "LC_ALL": ""], "fr"), (["LANG": "fr@euro"], "fr"),
        (["LANG": "en_US.UTF-8", "LANGUAGE": "fr:en"], "fr"), (["LANG": "C", "LANGUAGE": "fr"], "en"),
        (["LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:en"], "fr"), (["LANG": "de_DE.UTF-8"], "en"),
    ])
    func theEnvironmentChoosesTheLanguage(environment: [String: String], language: String) {
        #expect(TerminalTexts.preferred(in: environment).screens.language == language)
    }
}
