/// A parser for the elements of a header field (RFC 9110, 5.6). A function that finds nothing does not advance.
struct FieldScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ field: String) { bytes = Array(field.utf8) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Skips commas and blanks. Returns whether anything follows.
    mutating func moveToElement() -> Bool {
        while skipBlanks() || skip(UInt8(ascii: ",")) {}
        return next != nil
    }

    /// Whether only blanks remain before the next comma or the end.
    var isAtEndOfElement: Bool {
        var ahead = self
        ahead.skipBlanks()
        return ahead.next.map { $0 == UInt8(ascii: ",") } ?? true
    }

    /// Skips blanks. Returns whether there were any.
    @discardableResult mutating func skipBlanks() -> Bool {
        !take { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.isEmpty
    }

    /// Parses a token, the characters of names.
    mutating func token() -> String? {
        let token = take(while: \.isTokenCharacter)
        return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }

    /// Parses a name, in lower case, and its value without quotation marks.
    mutating func parameter() -> (name: String, value: String)? {
        let start = position
        if let name = token() {
            skipBlanks()
            if skip(UInt8(ascii: "=")) {
                skipBlanks()
                if let value = token() ?? quotedText() { return (name.lowercased(), value) }
            }
        }
        position = start
        return nil
    }

    /// Skips a base64 value of any kind in the place of parameters. Returns whether there was one.
    mutating func skipSingleValue() -> Bool {
        guard !take(while: \.isSingleValueCharacter).isEmpty else { return false }
        _ = take { $0 == UInt8(ascii: "=") }
        return true
    }

    private mutating func quotedText() -> String? {
        let start = position
        guard skip(UInt8(ascii: "\"")) else { return nil }
        var text: [UInt8] = []
        while let byte = next, byte == UInt8(ascii: "\t") || byte >= 0x20 && byte != 0x7f {
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard let escaped = next, escaped == UInt8(ascii: "\t") || escaped >= 0x20 && escaped != 0x7f else { break }
            text.append(escaped)
            position += 1
        }
        position = start
        return nil
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = bytes[position...].prefix(while: isWanted)
        position = taken.endIndex
        return taken
    }
}

extension UInt8 {
    private var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// `tchar` of RFC 9110, 5.6.2.
    fileprivate var isTokenCharacter: Bool { isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }

    /// `token68` of RFC 9110, 11.2.
    fileprivate var isSingleValueCharacter: Bool { isLetterOrDigit || "-._~+/".utf8.contains(self) }
}
