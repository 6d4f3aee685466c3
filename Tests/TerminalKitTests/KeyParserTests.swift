import LatchkeyTestSupport
import Testing

@testable import TerminalKit

@Suite struct KeyParserTests {
    @Test(arguments: Self.sequences) func terminalSequencesAreParsedIntoKeys(bytes: String, keys: [Key]) {
        var parser = KeyParser()
        #expect(parser.parse(bytes.utf8) == keys)
        #expect(!parser.isUndecided)
    }

    @Test(arguments: Self.sequences) func splitInputYieldsTheSameKeys(bytes: String, keys: [Key]) {
        var parser = KeyParser()
        #expect(bytes.utf8.flatMap { parser.parse([$0]) } == keys)
    }

    private static let sequences: [(String, [Key])] = [
        ("aZ ~", [.character("a"), .character("Z"), .character(" "), .character("~")]),
        ("é€😀", [.character("é"), .character("€"), .character("😀")]),
        ("e\u{301}", [.character("e"), .character("\u{301}")]),
        ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
        ("\u{1}\u{3}\u{1A}\u{1C}", [.control("a"), .control("c"), .control("z"), .control("\\")]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}OH\u{1B}OF", [.up, .down, .right, .left, .home, .end]),
        ("\u{1B}[1;5A\u{1B}[1;2D\u{1B}O5C", [.up, .left, .right]),
        ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end]),
        ("\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[5;3~\u{1B}[Z", [.delete, .pageUp, .pageDown, .pageUp, .backTab]),
        ("\u{1B}OM\u{1B}Op\u{1B}Oy", [.enter, .character("0"), .character("9")]),
        // Unknown sequences: function keys, Linux's F1, mouse, focus, kitty's, Alt with a letter, a terminal's
        // response.
        ("\u{1B}OP\u{1B}[15~\u{1B}[[A\u{1B}[<0;1;2M\u{1B}[I\u{1B}[27;5u\u{1B}x\u{1B}é\u{1B}(Bz", [.character("z")]),
        ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}]0;x\u{7}\u{1B}P1$r0m\u{1B}\\\u{1B}[?62;22cz", [.character("z")]),
        ("\u{1B}[\(String(repeating: "1;", count: 500))Az", [.character("z")]),
        (
            "\u{1B}[200~one\r\ntwo\rthree\u{1B}[31m\u{7}\tü\u{1B}[201~z",
            [.paste("one\ntwo\nthree[31m\tü"), .character("z")]
        ),
        ("\u{1B}[200~\u{1B}[201~z", [.character("z")]),
        ("\u{1B}[201~z", [.character("z")]),
        ("\u{85}\u{9B}z", [.character("z")]),
        // Two keys in one read, and exits from an unterminated paste.
        ("\u{1B}\u{3}", [.escape, .control("c")]),
        ("\u{1B}\u{1B}[A", [.escape, .up]),
        ("\u{1B}[200~lost\u{3}", [.paste("lost"), .control("c")]),
        ("\u{1B}]lost\u{3}", [.control("c")]),
        ("\u{1B}[1\rz", [.enter, .character("z")]),
    ]

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0xE2, 0x82],
            [0xF5, 0x80], [0xE0, 0x80, 0x80],
        ] as [[UInt8]])
    func malformedUTF8IsReplacedWithoutLosingTheNextKey(bytes: [UInt8]) {
        var parser = KeyParser()
        let keys = parser.parse(bytes + [UInt8(ascii: "z")])
        #expect(keys.last == .character("z"))
        #expect(keys.count > 1)
        #expect(keys.dropLast().allSatisfy { $0 == .character("\u{FFFD}") })
    }

    @Test func loneEscapeIsAKeyOnlyAfterATimeout() {
        var parser = KeyParser()
        #expect(parser.parse([0x1B]) == [])
        #expect(parser.isUndecided)
        #expect(parser.timeOut() == [.escape])
        #expect(!parser.isUndecided)
        #expect(parser.timeOut() == [])
        #expect(parser.parse("[A".utf8) == [.character("["), .character("A")])
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]0;title", "\u{1B}("])
    func unfinishedSequenceIsDiscardedAfterATimeout(bytes: String) {
        var parser = KeyParser()
        #expect(parser.parse(bytes.utf8) == [])
        #expect(parser.isUndecided)
        #expect(parser.timeOut() == [])
        #expect(parser.parse("z".utf8) == [.character("z")])
    }

    @Test func partialUTF8CharacterWaitsForItsRemainingBytes() {
        var parser = KeyParser()
        #expect(parser.parse([0xE2, 0x82]) == [])
        #expect(!parser.isUndecided)
        #expect(parser.timeOut() == [])
        #expect(parser.parse([0xAC]) == [.character("€")])
    }

    @Test func longPasteIsSplitWithoutLosingText() {
        var parser = KeyParser()
        let text = String(repeating: "€ä\n", count: 60_000)
        let keys = parser.parse("\u{1B}[200~\(text)\u{1B}[201~".utf8)
        let pieces = keys.map { if case .paste(let piece) = $0 { piece } else { "?" } }
        #expect(pieces.joined() == text)
        #expect(pieces.count > 1)
        #expect(pieces.allSatisfy { $0.utf8.count <= PastedText.limit + 64 })
    }

    @Test func malformedPasteDoesNotAccumulateInMemory() {
        var text = PastedText()
        var longest = 0
        for _ in 0..<(3 * PastedText.limit) {
            if let piece = text.take(0x80).text { longest = max(longest, piece.unicodeScalars.count) }
        }
        #expect(longest > 0)
        #expect(longest <= PastedText.limit + 64)
    }

    @Test("ASVS-1.4.1 MASVS-CODE-4 random bytes never block the parser or produce control characters")
    func randomBytesNeverBlockTheParserOrProduceControlCharacters() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            var parser = KeyParser()
            let bytes = (0..<60).map { _ in Self.interesting.randomElement(using: &generator) ?? 0 }
            let keys = parser.parse(bytes) + parser.timeOut() + parser.parse([3]) + parser.parse("z".utf8)
            #expect(keys.suffix(2) == [.control("c"), .character("z")], "\(bytes)")
            for case .character(let character) in keys {
                #expect(character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            }
        }
    }

    private static let interesting: [UInt8] =
        Array("\u{1B}\u{1B}\u{1B}[[O]P~;0125ABM\r\u{7}\u{18}z".utf8) + [0x80, 0x9B, 0xC2, 0xE2, 0xF0, 0xFF]
}
