import Testing

@testable import TerminalKit

@Suite struct CleanTextTests {
    @Test("ASVS-1.3.3 control and direction characters are replaced")
    func controlAndDirectionCharactersAreReplaced() {
        let harmful = Array(0x00...0x1F) + Array(0x7F...0x9F) + Array(0x2028...0x202E) + Array(0x2066...0x2069)
        for value in harmful where value != 0x09 {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            #expect(CleanText.line("a\(Character(scalar))b") == "a\u{FFFD}b", "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: ["plain", "é漢字😀👩‍👩‍👧", "עברית", "e\u{301}", "a\u{200E}b", "\u{FFFD}"])
    func otherCharactersAreUnchanged(text: String) {
        #expect(CleanText.line(text) == text)
        #expect(CleanText.lines(text) == text)
    }

    @Test func lineBreaksAreKeptOnlyInMultiLineText() {
        #expect(CleanText.line("a\nb\r\nc\td") == "a\u{FFFD}b\u{FFFD}\u{FFFD}c d")
        #expect(CleanText.lines("a\nb\r\nc\td\u{1B}") == "a\nb\nc\td\u{FFFD}")
    }

    @Test func stackedCombiningMarksAreTruncated() {
        let pile = "e" + String(repeating: "\u{301}", count: 10_000) + "f"
        #expect(CleanText.line(pile).unicodeScalars.count == 32)
        #expect(CleanText.line(pile).hasSuffix("f"))
    }
}
