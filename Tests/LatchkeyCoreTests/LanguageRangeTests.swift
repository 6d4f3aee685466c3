import LatchkeyCore
import Testing

struct LanguageRangeTests {
    private let available = ["en", "fr", "pt-BR", "zh-Hant"]

    @Test(arguments: [
        (["fr"], "fr"), (["fr-CA"], "fr"), (["fr_FR.UTF-8"], "fr"), (["fr@euro"], "fr"), (["FR"], "fr"),
        (["de", "fr", "en"], "fr"), (["en", "fr"], "en"), (["pt-BR"], "pt-BR"), (["PT_br"], "pt-BR"), (["pt"], "pt-BR"),
        (["pt-PT", "fr"], "pt-BR"), (["zh-Hant-TW"], "zh-Hant"), (["zh-TW"], "zh-Hant"),
    ])
    func firstAvailableLanguageRangeIsChosen(ranges: [String], expected: String) {
        #expect(LanguageRange.best(of: ranges, among: available) == expected)
    }

    @Test(arguments: [[], [""], ["-"], ["C"], ["fro"], ["*"], ["de", "it"]])
    func noLanguageIsChosenWithoutAMatch(ranges: [String]) {
        #expect(LanguageRange.best(of: ranges, among: available) == nil)
    }

    @Test func exactTagIsPreferredToOthersOfItsLanguage() {
        #expect(LanguageRange.best(of: ["pt-BR"], among: ["pt-PT", "pt", "pt-BR"]) == "pt-BR")
        #expect(LanguageRange.best(of: ["pt-AO"], among: ["pt-PT", "pt", "pt-BR"]) == "pt")
    }
}
