/// How many columns text takes in a terminal. It knows clean text only, see ``CleanText``.
enum TextWidth {
    /// The sum over what a person sees as characters.
    static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// As wide as its widest scalar.
    static func of(_ character: Character) -> Int {
        character.unicodeScalars.reduce(0) { max($0, of($1)) }
    }

    /// The text, or as much of it as fits before a `…`.
    static func truncated(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        return columns > 0 ? prefix(of: text, columns: columns - 1) + "…" : ""
    }

    /// The text, cut or filled up with blanks to exactly so many columns.
    static func padded(_ text: String, to columns: Int) -> String {
        let part = truncated(text, to: columns)
        return part + String(repeating: " ", count: max(0, columns - of(part)))
    }

    /// As many characters from the beginning as fit.
    static func prefix(of text: String, columns: Int) -> String {
        var free = columns
        return String(
            text.prefix { character in
                free -= of(character)
                return free >= 0
            })
    }

    /// The columns of one scalar: 0 for what joins the one before, 2 for East Asian wide ones and emoji.
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
