import LatchkeyCore
import Testing

struct PluralCategoryTests {
    /// The samples of integers in CLDR's `plurals.xml`, and the numbers next to them.
    @Test(arguments: [
        ("en", [0: "other", 1: "one", 2: "other", 11: "other", 101: "other", 1_000_000: "other"]),
        ("de", [0: "other", 1: "one", 2: "other", 21: "other"]), ("nl", [0: "other", 1: "one", 2: "other"]),
        ("es", [0: "other", 1: "one", 2: "other", 1_000_000: "many", 1_000_001: "other"]),
        ("it", [0: "other", 1: "one", 2: "other", 100_000: "other", 1_000_000: "many"]),
        ("fr", [0: "one", 1: "one", 2: "other", 100: "other", 1_000_000: "many", 3_000_000: "many"]),
        ("pt-BR", [0: "one", 1: "one", 2: "other", 1_000_000: "many", 1_500_000: "other"]),
        (
            "pl",
            [
                0: "many", 1: "one", 2: "few", 4: "few", 5: "many", 11: "many", 12: "many", 14: "many", 15: "many",
                21: "many", 22: "few", 24: "few", 25: "many", 101: "many", 102: "few", 112: "many", 122: "few",
            ]
        ),
        (
            "ar",
            [
                0: "zero", 1: "one", 2: "two", 3: "few", 10: "few", 11: "many", 99: "many", 100: "other", 102: "other",
                103: "few", 110: "few", 111: "many", 200: "other", 203: "few",
            ]
        ),
        ("ja", [0: "other", 1: "other", 2: "other", 100: "other"]),
    ])
    func pluralCategoriesFollowCLDRInEveryLanguage(language: String, categories: [Int: String]) {
        for (count, category) in categories {
            #expect(PluralCategory(of: count, in: language).rawValue == category, "\(language) \(count)")
        }
    }

    @Test(arguments: [
        ("en", "one other"), ("de", "one other"), ("fr", "one other"), ("pl", "one few many other"), ("ja", "other"),
        ("ar", "zero one two few many other"),
    ])
    func onlyPluralCategoriesOfWholeNumbersAreListed(language: String, categories: String) {
        #expect(PluralCategory.all(in: language).map(\.rawValue).joined(separator: " ") == categories)
    }

    @Test func regionAndSignDoNotChangeThePluralCategory() {
        #expect(PluralCategory(of: -1, in: "pl_PL.UTF-8") == .one && PluralCategory(of: -3, in: "PL") == .few)
        #expect(PluralCategory(of: .min, in: "ar") == .few, "…808")
        #expect(PluralCategory(of: 1, in: "x") == .one && PluralCategory(of: 1, in: "") == .one)
    }
}
