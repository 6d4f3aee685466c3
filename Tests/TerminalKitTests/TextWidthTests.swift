import Foundation
import LatchkeyTestSupport
import Testing

@testable import TerminalKit

@Suite struct TextWidthTests {
    @Test(
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👩‍👩‍👧", 2), ("🇫🇷", 2), ("a\u{200B}b", 2), ("नि", 1), ("…", 1),
            ("\u{FFFD}", 1), ("⌚", 2), ("─│", 2), ("•", 1),
        ] as [(String, Int)])
    func aCharacterIsAsWideAsItsWidestScalar(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
    }

    @Test func textWidthMatchesTheCLibraryForSupportedScripts() {
        // The C library's tables follow the same standard; other versions differ in a few hundred scalars. The headers
        // hide the function.
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "wcwidth"),
            let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        else { return }
        let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> Int32).self)
        let former = uselocale(locale)
        defer {
            uselocale(former)
            freelocale(locale)
        }
        let scripts: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xA0...0x2FF, 0x370...0x5FF, 0x1E00...0x1FFF, 0x20A0...0x20C0, 0x2190...0x22FF,
            0x2500...0x25FC,
            0x3041...0x3096, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0x1F600...0x1F64F, 0x20000...0x2A6D6,
        ]
        for value in scripts.joined() {
            guard let scalar = Unicode.Scalar(value), scalar.properties.age.map({ $0.major < 13 }) == true,
                scalar.properties.generalCategory != .format
            else { continue }
            let expected = wcwidth(wchar_t(value))
            #expect(TextWidth.of(scalar) == Int(expected), "U+\(String(value, radix: 16))")
        }
    }

    @Test func truncatedTextFitsTheWidthIncludingItsEllipsis() {
        #expect(TextWidth.truncated("abcdef", to: 6) == "abcdef")
        #expect(TextWidth.truncated("abcdef", to: 5) == "abcd…")
        #expect(TextWidth.truncated("abcdef", to: 1) == "…")
        #expect(TextWidth.truncated("abcdef", to: 0) == "")
        #expect(TextWidth.truncated("", to: 0) == "")
        // A wide character is not split.
        #expect(TextWidth.truncated("漢字漢", to: 5) == "漢字…")
        #expect(TextWidth.truncated("漢字漢", to: 4) == "漢…")
        #expect(TextWidth.truncated("👩‍👩‍👧👩‍👩‍👧", to: 3) == "👩‍👩‍👧…")
    }

    @Test func textIsPaddedOrTruncatedToTheColumnWidth() {
        #expect(TextWidth.padded("漢", to: 4) == "漢  ")
        #expect(TextWidth.padded("abcdef", to: 4) == "abc…")
        #expect(TextWidth.padded("漢字漢", to: 4) == "漢… ")
    }

    @Test(
        arguments: [
            ("", 10, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
            ("one two ", 7, ["one two"]), ("a\n\nb", 5, ["a", "", "b"]), ("a\r\nb\rc", 5, ["a", "b", "c"]),
            ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]), ("ab abcdefgh", 4, ["ab", "abcd", "efgh"]),
            ("漢字漢字", 5, ["漢字", "漢字"]), ("漢字漢字。", 8, ["漢字漢", "字。"]), ("漢字漢）。", 8, ["漢字", "漢）。"]),
            ("  indented text", 10, ["  indented", "text"]), ("a\tb", 9, ["a   b"]),
            ("漢\tb", 9, ["漢  b"]), ("one    two", 5, ["one", "two"]), ("a\u{1B}[2Jb", 9, ["a\u{FFFD}[2Jb"]),
            ("ends\n", 9, ["ends", ""]), ("x", 0, ["x"]), ("漢", 0, ["漢"]), ("   ", 2, [""]),
        ] as [(String, Int, [String])])
    func textIsWrappedAtWordsByWidth(text: String, columns: Int, rows: [String]) {
        #expect(TextWidth.wrapped(text, to: columns) == rows)
    }

    @Test func wrappedRowsFitTheWidthAndKeepEveryWord() {
        var generator = SeededGenerator(seed: 5)
        let pieces = ["a", "word", "漢字", " ", "  ", "\t", "👩‍👩‍👧", "e\u{301}", "averylongwordindeed", "\n"]
        for _ in 0..<500 {
            let text = (0..<30).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let columns = Int.random(in: 2...20, using: &generator)
            let rows = TextWidth.wrapped(text, to: columns)
            #expect(rows.allSatisfy { TextWidth.of($0) <= columns }, "\(rows)")
            #expect(rows.joined().filter { $0 != " " } == text.filter { !$0.isWhitespace })
        }
    }

    @Test(
        "C7 wrapping reads each character at most once",
        arguments: ["a", "漢", "a ", " ", "\t", "a\t", "👩‍👩‍👧 b", "\n"])
    func wrappingReadsEachCharacterAtMostOnce(piece: String) {
        let text = String(repeating: piece, count: 50_000)
        var wrapped = WrappedText(text, to: 20)
        #expect(wrapped.visited == 0)
        if piece != " " && piece != "\t" {
            wrapped.extend(to: 30)
            #expect(wrapped.rows.count == 30 && !wrapped.isComplete)
            #expect(wrapped.visited <= 31 * 40)
        }
        wrapped.extend(to: .max)
        #expect(wrapped.isComplete && wrapped.visited == text.count)
    }

    @Test("C7 wrapping time does not grow quadratically with length", arguments: ["a", "a ", "a\t"])
    func wrappingTimeDoesNotGrowQuadraticallyWithLength(piece: String) throws {
        // For 16 times the length, quadratic time would be 256 times as long.
        #expect(try timeToWrap(piece, count: 80_000) < 64 * timeToWrap(piece, count: 5_000))
    }

    /// Returns the CPU time of this thread, which depends little on other load.
    private func timeToWrap(_ piece: String, count: Int) throws -> Double {
        let text = String(repeating: piece, count: count)
        func now() throws -> Double {
            var time = timespec()
            try #require(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = try now()
        _ = TextWidth.wrapped(text, to: 20)
        return try now() - start
    }
}
