import Testing

@testable import LatchkeyServer

/// The language of a client's `Accept-Language`.
@Suite(.onOneStore) struct AcceptLanguageTests {
    @Test(
        arguments: [
            (nil, "en"), ("", "en"), ("fr", "fr"), ("FR", "fr"), ("fr-CH", "fr"), ("ro", "en"), ("ro, fr;q=0.5", "fr"),
            ("en;q=0.8, fr;q=0.9", "fr"), ("fr;q=0.8, en;q=0.8", "fr"), ("en, fr", "en"), ("fr;q=0", "en"),
            ("*, fr;q=0.5", "en"), ("fr-CH, fr;q=0.9, en;q=0.8, ro;q=0.7, *;q=0.5", "fr"), ("fr;q=x", "en"),
            ("fr;q=2", "en"), (",,;;=,fr", "fr"), ("../en", "en"), ("frites", "en"),
        ] as [(String?, String)])
    func theClientsPreferredAvailableLanguageIsUsed(header: String?, expected: String) throws {
        #expect(try Languages().preferred(header) == expected)
    }

    /// RFC 9110, 12.4.2 and 12.5.4; RFC 4647, 3.3.1.
    @Test(
        arguments: [
            ("en;q=0, fr", "fr"), ("fr, en;q=0", "fr"), ("en;q=0.0, en-GB, fr;q=0.1", "fr"),
            ("fr-CA, fr;q=0, de", "de"), ("fr-CA;q=0, fr", "fr"), ("pt;q=0, pt-BR", "pt-BR"),
            ("pt-BR;q=0, pt, de;q=0.1", "de"), ("pt-BR;q=0, pt-PT, de;q=0.1", "de"), ("pt-PT;q=0, pt", "pt-BR"),
            ("FR;Q=0, fr-CA, de;q=0.5", "de"), ("fr;q=0, fr-CA;q=0, de;q=0.001", "de"),
        ])
    func languagesOfQualityZeroAreNeverChosen(header: String, expected: String) throws {
        #expect(try Languages().preferred(header) == expected)
    }

    @Test(
        arguments: [
            ("*", "en"), ("*;q=0.1", "en"), ("ro, *", "en"), ("fr;q=0, *", "en"), ("*, fr", "en"), ("fr, *", "fr"),
            ("en;q=0, *", "ar"), ("*, en;q=0, ar;q=0", "de"), ("en;q=0.5, *;q=0.1", "en"), ("en;q=0.1, *", "ar"),
            ("en-GB, *;q=0.5", "en"), ("en-GB;q=0.5, *", "en"), ("en;q=0, fr;q=0.5, *;q=0.1", "fr"),
            ("en;q=0, fr;q=0, *;q=0.5, de;q=0.1", "ar"),
        ])
    func wildcardMatchesOnlyLanguagesOfNoOtherRange(header: String, expected: String) throws {
        #expect(try Languages().preferred(header) == expected)
    }

    @Test(
        arguments: [
            "en;q=0", "en;q=0, ro", "*;q=0", "ro, *;q=0", "*;q=0, en;q=0",
            PageSamples.languages.tags.map { "\($0);q=0, " }.joined() + "*",
        ] as [String])
    func headerWithoutAcceptableLanguageIsIgnored(header: String) throws {
        #expect(try Languages().preferred(header) == Languages.standard)
    }

    @Test func zeroForAllOtherLanguagesKeepsTheNamedOnes() throws {
        #expect(try Languages().preferred("fr-CH, *;q=0") == "fr")
        #expect(try Languages().preferred("*;q=0, pt-PT") == "pt-BR")
    }

    @Test func onlyAMatchingRangeNamesALanguage() throws {
        let languages = try Languages()
        for header in [nil, "", "*", "ro", "ro, *", "fr;q=0", "*, fr"] { #expect(languages.named(header) == nil) }
        for header in ["fr", "fr-CH, *", "ro, fr;q=0.5"] { #expect(languages.named(header) == "fr") }
    }
}
