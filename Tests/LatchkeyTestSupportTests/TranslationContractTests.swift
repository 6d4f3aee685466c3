import LatchkeyCore
import LatchkeyTestSupport
import Testing

@Suite struct TranslationContractTests {
    private static let english = TranslationContract.Texts(
        language: "en", plain: ["hello": "Hello {name}, sign in.", "name": "Shop"],
        counted: ["left": [.one: "{count} day left.", .other: "{count} days left."]])

    private static func polish(
        hello: String = "Cześć {name}, zaloguj się.", name: String = "Warsztat",
        left: [PluralCategory: String] = [
            .one: "Został dzień.", .few: "Zostały {count} dni.", .many: "Zostało {count} dni.",
            .other: "Zostało {count} dnia.",
        ]
    ) -> TranslationContract.Texts {
        TranslationContract.Texts(language: "pl", plain: ["hello": hello, "name": name], counted: ["left": left])
    }

    private func violation(_ texts: TranslationContract.Texts) -> String? {
        #expect(throws: ContractViolation.self) { try TranslationContract(texts, english: Self.english).verify() }?.rule
    }

    @Test func aCompleteTranslationPasses() throws {
        try TranslationContract(Self.polish(), english: Self.english).verify()
        try TranslationContract(Self.english, english: Self.english).verify()
        try TranslationContract(Self.polish(name: "Shop"), english: Self.english) { $0 == "name" }.verify()
    }

    @Test(arguments: [
        polish(hello: ""), TranslationContract.Texts(language: "pl", plain: [:]),
        TranslationContract.Texts(language: "pl", plain: ["hello": "", "name": "", "more": ""]),
    ])
    func missingAndEmptyTextsFail(texts: TranslationContract.Texts) {
        #expect(violation(texts) == "a language has every text, and no other")
    }

    @Test func theFormOfMillionsMayBeWritten() throws {
        func verify(_ language: String) throws {
            let texts = TranslationContract.Texts(
                language: language, plain: ["hello": "Bonjour {name}.", "name": "Atelier"],
                counted: ["left": [.one: "{count} jour", .many: "{count} de jours", .other: "{count} jours"]])
            try TranslationContract(texts, english: Self.english).verify()
        }
        try verify("fr")
        #expect(throws: ContractViolation.self) { try verify("nl") }
    }

    @Test func missingPluralFormsFail() {
        let texts = Self.polish(left: [.one: "{count} dzień", .other: "{count} dni"])
        #expect(violation(texts) == "a text with a count has each of the language's plural forms")
    }

    @Test(arguments: [
        polish(hello: "Cześć, zaloguj się."), polish(hello: "Cześć {name} {name}."), polish(hello: "Cześć {nazwa}."),
        polish(left: [.one: "{count}", .few: "Zostały dni.", .many: "{count} dni", .other: "{count} dnia"]),
    ])
    func missingPlaceholdersFail(texts: TranslationContract.Texts) {
        #expect(violation(texts) == "a translation has the placeholders of the text in English")
    }

    @Test(arguments: [
        polish(hello: "Hello {name}, sign in."), polish(hello: "Cześć {name}, left."),
        polish(name: "Shop"),
        polish(left: [.one: "{count}", .few: "{count} dni", .many: "{count} dni", .other: "{count} days left."]),
    ])
    func untranslatedTextsFail(texts: TranslationContract.Texts) {
        #expect(violation(texts) == "only listed texts are in English")
    }

    @Test func wordsOfOneEnglishTextAndSharedWordsPass() throws {
        try TranslationContract(Self.polish(hello: "Cześć {name}, days."), english: Self.english).verify()
        let polish = Self.polish(hello: "Cześć {name}, left.")
        try TranslationContract(polish, english: Self.english, sharedWords: ["left"]).verify()
    }

    @Test func wordsOfOtherCataloguesAreNotExempt() {
        let english = TranslationContract.Texts(language: "en", plain: ["a": "Server one", "b": "Server two"])
        let german = TranslationContract.Texts(language: "de", plain: ["a": "Server eins", "b": "Server zwei"])
        #expect(throws: ContractViolation.self) { try TranslationContract(german, english: english).verify() }
    }

    @Test(arguments: [
        "{/link}Pomoc{link} dla {bold}{name}{/bold}", "{link}Pomoc {bold}dla{/link} {name}{/bold}",
    ])
    func linkThatEndsBeforeItsBeginningOrInAnotherFails(text: String) throws {
        func verify(_ text: String) throws {
            let english = ["help": "{link}Help{/link} for {bold}{name}{/bold}"]
            try TranslationContract(
                .init(language: "pl", plain: ["help": text]), english: .init(language: "en", plain: english)
            ).verify()
        }
        try verify("{bold}{name}{/bold}: {link}pomoc{/link}")
        let violation = #expect(throws: ContractViolation.self) { try verify(text) }
        #expect(violation?.rule == "a link begins before it ends")
    }

    @Test func translatedTextsOfTheListFail() {
        let violation = #expect(throws: ContractViolation.self) {
            try TranslationContract(Self.polish(), english: Self.english) { $0 == "name" }.verify()
        }
        #expect(violation?.rule == "only listed texts are in English")
    }

    @Test func directionMarksFail() {
        let rule = "a text has no marks of direction, which terminals and logs show as errors"
        #expect(violation(Self.polish(hello: "\u{200F}Cześć {name}.")) == rule)
    }
}
