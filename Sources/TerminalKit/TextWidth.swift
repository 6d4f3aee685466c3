/// How many columns text takes in a terminal. For clean text only, see ``CleanText``.
package enum TextWidth {
    /// The sum over all characters.
    package static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The width of the character's widest scalar.
    static func of(_ character: Character) -> Int { character.unicodeScalars.reduce(0) { max($0, of($1)) } }

    /// The text, or as much of it as fits before an `…`.
    static func truncated(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        return columns > 0 ? prefix(of: text, columns: columns - 1) + "…" : ""
    }

    /// The text, truncated or filled with spaces to exactly that many columns.
    package static func padded(_ text: String, to columns: Int) -> String {
        let part = truncated(text, to: columns)
        return part + String(repeating: " ", count: max(0, columns - of(part)))
    }

    /// As many of the first characters as fit.
    static func prefix(of text: String, columns: Int) -> String {
        var free = columns
        return String(
            text.prefix { character in
                free -= of(character)
                return free >= 0
            })
    }

    /// The columns of one scalar: 0 for one that joins the previous one, 2 for East Asian wide ones and emoji.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0 ? 0 : 1 }
        if WideScalars.contains(scalar) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // Vowels and final consonants of Hangul join the consonant before.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
        return 1
    }
}

extension TextWidth {
    /// The distance of tab stops, in columns.
    private static let tab = 4

    /// The lines of the text: `\n`, `\r\n`, `\r` and Unicode's separators end one.
    static func lines(of text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: endsLine).map(String.init)
    }

    /// Whether the character ends a line. Form feeds and vertical tabs do not, as in an editor.
    package static func endsLine(_ character: Character) -> Bool {
        character.isNewline && character != "\u{0B}" && character != "\u{0C}"
    }

    /// The text in rows of at most that many columns, clean, broken between words or within one that is too long. Tabs
    /// become spaces.
    package static func wrapped(_ text: String, to columns: Int) -> [String] {
        let columns = max(columns, 2)
        return lines(of: text).flatMap { wrappedLine(CleanText.line(expandingTabs($0)), columns) }
    }

    private static func wrappedLine(_ text: String, _ columns: Int) -> [String] {
        var rows: [String] = []
        var (row, width) = ("", 0)
        for word in words(of: text) {
            var word = word
            // Spaces at the end of a row may exceed its width: they are not visible.
            if width + of(word.trimmed) > columns, width > 0 {
                rows.append(row.trimmed)
                (row, width) = ("", 0)
            }
            while of(word.trimmed) > columns {
                let part = prefix(of: word, columns: columns)
                rows.append(part)
                word = String(word.dropFirst(part.count))
            }
            row += word
            width += of(word)
        }
        return rows + [row.trimmed]
    }

    /// Each word with the spaces after it; the first one also has those before it.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var (isBlank, hasLetters) = (false, false)
        for character in text {
            if isBlank, character != " ", hasLetters {
                words.append(word)
                (word, hasLetters) = ("", false)
            }
            isBlank = character == " "
            if !isBlank { hasLetters = true }
            word.append(character)
        }
        return word.isEmpty ? words : words + [word]
    }

    private static func expandingTabs(_ text: String) -> String {
        guard text.utf8.contains(0x09) else { return text }
        var result = ""
        for character in text {
            if character == "\t" {
                result += String(repeating: " ", count: tab - of(CleanText.line(result)) % tab)
            } else {
                result.append(character)
            }
        }
        return result
    }
}

extension String {
    /// Without the spaces at its end.
    fileprivate var trimmed: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}
