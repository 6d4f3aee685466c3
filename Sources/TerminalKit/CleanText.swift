/// A filter that makes text from notes, servers and file names safe to show in a terminal.
///
/// Each control character (C0, DEL and C1) becomes U+FFFD. So does each mark that reverses the order of text and so
/// disguises it (CVE-2021-42574, <https://trojansource.codes>).
package enum CleanText {
    private static let replacement: Unicode.Scalar = "\u{FFFD}"
    /// The maximum number of marks on a character, that of stream-safe text
    /// (<https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format>).
    private static let maximumMarks = 30

    /// Cleans text for one row: line ends become U+FFFD too, and a tab becomes a space.
    package static func line(_ text: String) -> String { clean(text) { $0 == "\t" ? " " : replacement } }

    /// Cleans output of several lines: `\n` and tabs stay, and `\r\n` becomes `\n`.
    package static func lines(_ text: String) -> String {
        TextWidth.lines(of: text).map { clean($0) { $0 == "\t" ? $0 : replacement } }.joined(separator: "\n")
    }

    private static func clean(_ text: String, control: (Unicode.Scalar) -> Unicode.Scalar) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var result = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = scalar.properties.generalCategory.isMark ? marks + 1 : 0
            if marks > maximumMarks { continue }
            result.append(isHarmful(scalar) ? control(scalar) : scalar)
        }
        return String(result)
    }

    /// Whether a terminal interprets the scalar or reorders the text after it. All of these are below U+10000.
    package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0: true
        // Line and paragraph separator, embeddings and overrides, isolates.
        case 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension Unicode.GeneralCategory {
    /// Whether a scalar of this category belongs to the character before it.
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .enclosingMark || self == .spacingMark }
}
