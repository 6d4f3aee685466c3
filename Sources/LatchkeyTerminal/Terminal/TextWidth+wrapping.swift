extension TextWidth {
    /// How far tabs go.
    private static let tab = 4

    /// The text's own lines: `\n`, `\r\n`, `\r` and Unicode's separators end one.
    static func lines(of text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: endsLine).map(String.init)
    }

    /// Form feeds and vertical tabs are no line ends in an editor.
    static func endsLine(_ character: Character) -> Bool {
        character.isNewline && character != "\u{0B}" && character != "\u{0C}"
    }

    /// The text in rows of at most so many columns, clean, broken between words or within one that is too long. Tabs
    /// become blanks.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        let columns = max(columns, 2)
        return lines(of: text).flatMap { wrappedLine(CleanText.line(expandingTabs($0)), columns) }
    }

    private static func wrappedLine(_ text: String, _ columns: Int) -> [String] {
        var rows: [String] = []
        var (row, width) = ("", 0)
        for word in words(of: text) {
            var word = word
            // Blanks at the end of a row may go beyond it: nobody sees them.
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

    /// Each word with the blanks behind it; the first piece also has those before.
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
    /// Without the blanks at its end.
    fileprivate var trimmed: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}
