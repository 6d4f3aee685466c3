import Foundation
import TerminalKit
import Testing

@testable import LatchkeyTerminal

struct JSONOutputTests {
    @Test(
        "ASVS-1.2.3 JSON output escapes terminal control characters without changing values",
        arguments: ["\u{9B}31mred", "\u{7F}", "\u{85}", "a\u{202E}b", "\u{2066}x\u{2069}", "\u{200F}", "\u{1B}[2J"])
    func jsonOutputEscapesTerminalControlCharactersWithoutChangingValues(text: String) throws {
        let json = try JSONOutput.text(of: ["text": text])
        #expect(json.unicodeScalars.allSatisfy { !CleanText.isHarmful($0) && !$0.properties.isBidiControl })
        #expect(try JSONDecoder().decode([String: String].self, from: Data(json.utf8)) == ["text": text])
    }

    @Test func otherCharactersAreNotEscaped() throws {
        #expect(try JSONOutput.text(of: ["é/😀 \u{10FFFD}"]) == "[\"é/😀 \u{10FFFD}\"]")
    }
}
