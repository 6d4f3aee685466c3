extension StrictJSON {
    /// Parses a number such as `-1`, `0.5` or `1e+9`, but not `01` or `1.`.
    mutating func takeNumber() -> JSONValue? {
        let start = position
        _ = take("-")
        if !take("0") { guard takeDigits() else { return nil } }
        let hasOnlyDigits =
            bytes[start] != UInt8(ascii: "-")
            && next != UInt8(ascii: ".") && next != UInt8(ascii: "e") && next != UInt8(ascii: "E")
        // Times of tokens, faster than by the parser of all numbers. 18 digits fit an `Int64`.
        if hasOnlyDigits, position - start <= 18 {
            return .number(
                Double(bytes[start..<position].reduce(0 as Int64) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }))
        }
        if take(".") { guard takeDigits() else { return nil } }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard takeDigits() else { return nil }
        }
        return Double(String(decoding: bytes[start..<position], as: UTF8.self)).map(JSONValue.number)
    }

    private mutating func takeDigits() -> Bool {
        let start = position
        while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
        return position > start
    }

    /// Parses a string, and resolves its escapes. Returns nil for anything else.
    mutating func takeString() -> String? {
        guard take("\"") else { return nil }
        var content: [UInt8] = []
        while let end = bytes[position...].firstIndex(where: Self.isSpecial) {
            let run = bytes[position..<end]
            position = end + 1
            switch bytes[end] {
            case UInt8(ascii: "\""):
                return content.isEmpty
                    ? String(decoding: run, as: UTF8.self) : String(decoding: content + run, as: UTF8.self)
            case UInt8(ascii: "\\"):
                content += run
                guard let scalar = takeEscape() else { return nil }
                content += String(scalar).utf8
            default: return nil
            }
        }
        return nil
    }

    /// Whether the byte is not a character of a string: its end, an escape, or a control character.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Parses the part of an escape after the backslash.
    private mutating func takeEscape() -> Unicode.Scalar? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return takeUnicodeEscape()
        default: return nil
        }
    }

    /// Parses four hexadecimal digits, or the eight of a surrogate pair with `\u` between them.
    private mutating func takeUnicodeEscape() -> Unicode.Scalar? {
        guard let first = takeCodeUnit() else { return nil }
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
        guard take("\\"), take("u"), let second = takeCodeUnit(), UTF16.isTrailSurrogate(second) else { return nil }
        return Unicode.Scalar(0x1_0000 + (UInt32(first & 0x3FF) << 10) + UInt32(second & 0x3FF))
    }

    private mutating func takeCodeUnit() -> UInt16? {
        guard position + 4 <= bytes.count else { return nil }
        let digits = bytes[position..<position + 4]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        position += 4
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
