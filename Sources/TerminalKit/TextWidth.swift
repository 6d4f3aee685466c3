/// The width of text in terminal columns. The text must be clean, see ``CleanText``.
package enum TextWidth {
    /// The width of a text: the sum over all characters.
    package static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The width of the character's widest scalar.
    static func of(_ character: Character) -> Int { character.unicodeScalars.reduce(0) { max($0, of($1)) } }

    /// Returns the text, truncated with `…` if it does not fit.
    static func truncated(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        return columns > 0 ? prefix(of: text, columns: columns - 1) + "…" : ""
    }

    /// Returns the text, truncated or filled with spaces to exactly this number of columns.
    package static func padded(_ text: String, to columns: Int) -> String {
        let part = truncated(text, to: columns)
        return part + String(repeating: " ", count: max(0, columns - of(part)))
    }

    /// Returns as many of the first characters as fit.
    static func prefix(of text: String, columns: Int) -> String {
        var free = columns
        return String(
            text.prefix { character in
                free -= of(character)
                return free >= 0
            })
    }

    /// The columns of one scalar: 0 for one that joins the previous, 2 for wide East Asian characters and emoji.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0 ? 0 : 1 }
        if WideScalars.contains(scalar) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // Vowels and final consonants of Hangul join the preceding consonant.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
        return 1
    }
}

extension TextWidth {
    /// Returns the lines of the text: `\n`, `\r\n`, `\r` and Unicode's separators end a line.
    static func lines(of text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: endsLine).map(String.init)
    }

    /// Whether the character ends a line. As in editors, form feeds and vertical tabs do not.
    package static func endsLine(_ character: Character) -> Bool {
        character.isNewline && character != "\u{0B}" && character != "\u{0C}"
    }

    /// Returns all rows of the text, see ``WrappedText``. For short texts.
    package static func wrapped(_ text: String, to columns: Int) -> [String] {
        var wrapped = WrappedText(text, to: columns)
        wrapped.extend(to: .max)
        return wrapped.rows
    }
}
