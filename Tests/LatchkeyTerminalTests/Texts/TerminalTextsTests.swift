import LatchkeyCore
import LatchkeyTestSupport
import LatchkeyUI
import TerminalKit
import Testing

@testable import LatchkeyTerminal

@Suite struct TerminalTextsTests {
    /// Texts that are the same in English, by language.
    private static let sameAsInEnglish: [String: Set<String>] = [
        "es": ["no"], "fr": ["notes", "signal"], "it": ["no", "serverLabel"], "nl": ["open", "serverLabel"],
    ]

    /// Names that no language translates.
    private static let names: Set<String> = ["file", "keyring", "latchkey", "storage"]
    /// Words that a language spells as English does.
    private static let sharedWords: [String: Set<String>] = [
        "de": ["apps", "browser", "client", "code", "computer", "editor", "finger", "server", "terminal", "text"],
        "es": ["apps", "editor", "terminal"],
        "fr": ["apps", "client", "code", "note", "notes", "secrets", "terminal"],
        "it": ["browser", "client", "computer", "email", "note", "server"],
        "nl": ["apps", "browser", "client", "code", "computer", "editor", "open", "server", "start", "terminal"],
        "pl": ["folder", "terminal"], "pt-BR": ["apps", "editor", "terminal"],
    ]

    @Test func everyLanguageHasEveryTextTranslated() throws {
        #expect(TerminalText.translations.map(\.language) == ScreenText.translations.map(\.language))
        #expect(Set(TerminalText.english.plain.keys) == Set(TerminalText.allCases.map(\.rawValue)))
        for texts in TerminalText.translations {
            let same = Self.sameAsInEnglish[texts.language] ?? []
            let words = Self.names.union(Self.sharedWords[texts.language] ?? [])
            try TranslationContract(.init(texts), english: .init(TerminalText.english), sharedWords: words) {
                same.contains($0)
            }.verify()
        }
    }

    @Test func yesAndNoBeginWithDifferentLettersInEveryLanguage() {
        for texts in TerminalText.translations {
            #expect(texts[.yes].first != texts[.no].first)
            #expect(texts[.no].first == "n", "the key for no, everywhere")
            // Keys that every keyboard has, and that the question names.
            #expect(texts[.yes].first?.isASCII == true)
            let named = Set(texts[.confirmKeys].split { !$0.isASCII || !$0.isLetter }.map(String.init))
            #expect(named.isSuperset(of: [String(texts[.yes].prefix(1)), "n"]), "\(texts.language)")
        }
    }

    @Test func valuesHaveNoIsolatingMarks() {
        let text = TerminalTexts.preferred(in: ["LANG": "ar"]).screens
            .fill(.enterResetCode, "{email}", with: "1@desk.example")
        #expect(text.contains("1@desk.example") && CleanText.line(text) == text)
    }

    @Test(arguments: [
        ([:], "en"), (["LANG": "C"], "en"), (["LANG": "POSIX"], "en"), (["LANG": "fr_FR.UTF-8"], "fr"),
        (["LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"], "en"),
        (["LANG": "en_US.UTF-8", "LC_MESSAGES": "en_US.UTF-8", "LC_ALL": "fr_CA"], "fr"),
        (["LANG": "fr_FR.UTF-8", "LC_ALL": ""], "fr"), (["LANG": "fr@euro"], "fr"),
        (["LANG": "en_US.UTF-8", "LANGUAGE": "fr:en"], "fr"), (["LANG": "C", "LANGUAGE": "fr"], "en"),
        (["LANG": "ro_RO.UTF-8", "LANGUAGE": "ro:fr:en"], "fr"), (["LANG": "ro_RO.UTF-8"], "en"),
    ])
    func environmentVariablesDetermineTheLanguage(environment: [String: String], language: String) {
        #expect(TerminalTexts.preferred(in: environment).screens.language == language)
    }
}
