import Foundation

/// Checks whether bytes are exactly one JSON text by RFC 8259 (https://www.rfc-editor.org/rfc/rfc8259).
///
/// `JSONDecoder` does not check members that no type asks for, and accepts UTF-16 and a comma before a closing brace.
/// Attacks on a chain of programs use texts that one parser accepts and another refuses, so every body is checked here
/// before it is decoded. Where the grammar leaves a choice, this takes the strict one: UTF-8 without a byte order mark,
/// no name twice in an object, no half of a surrogate pair, and at most ``maximumDepth`` levels.
struct StrictJSON {
    /// The levels of arrays and objects. A body of the contract has at most one, an event of a mail service at most
    /// ten.
    static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position = 0

    static func accepts(_ data: Data) -> Bool {
        let bytes = Array(data)
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var text = StrictJSON(bytes: bytes)
        guard text.takeValue(depth: 0) else { return false }
        text.skipSpace()
        return text.position == bytes.count
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let next, next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func take(word: StaticString) -> Bool {
        let isNext = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
        if isNext { position += word.utf8CodeUnitCount }
        return isNext
    }

    private mutating func skipSpace() {
        while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { position += 1 }
    }

    /// Takes a value and the space before it.
    private mutating func takeValue(depth: Int) -> Bool {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return takeObject(depth: depth + 1)
        case UInt8(ascii: "["): return takeArray(depth: depth + 1)
        case UInt8(ascii: "\""): return takeString() != nil
        case UInt8(ascii: "t"): return take(word: "true")
        case UInt8(ascii: "f"): return take(word: "false")
        case UInt8(ascii: "n"): return take(word: "null")
        default: return takeNumber()
        }
    }

    private mutating func takeObject(depth: Int) -> Bool {
        guard depth <= Self.maximumDepth, take("{") else { return false }
        skipSpace()
        if take("}") { return true }
        var names: Set<[UInt8]> = []
        repeat {
            skipSpace()
            guard let name = takeString(), names.insert(name).inserted else { return false }
            skipSpace()
            guard take(":"), takeValue(depth: depth) else { return false }
            skipSpace()
        } while take(",")
        return take("}")
    }

    private mutating func takeArray(depth: Int) -> Bool {
        guard depth <= Self.maximumDepth, take("[") else { return false }
        skipSpace()
        if take("]") { return true }
        repeat {
            guard takeValue(depth: depth) else { return false }
            skipSpace()
        } while take(",")
        return take("]")
    }

    /// `-1`, `0.5`, `1e+9`; neither `01` nor `1.`
    private mutating func takeNumber() -> Bool {
        _ = take("-")
        if !take("0") { guard takeDigits() else { return false } }
        if take(".") { guard takeDigits() else { return false } }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            return takeDigits()
        }
        return true
    }

    private mutating func takeDigits() -> Bool {
        let start = position
        while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
        return position > start
    }

    /// Returns the bytes of a string with its escapes resolved; nil if there is no string.
    private mutating func takeString() -> [UInt8]? {
        guard take("\"") else { return nil }
        var content: [UInt8] = []
        while let byte = next, byte >= 0x20 {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return content
            case UInt8(ascii: "\\"):
                guard let scalar = takeEscape() else { return nil }
                content += Array(String(scalar).utf8)
            default: content.append(byte)
            }
        }
        return nil
    }

    /// Takes the part of an escape after the backslash.
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

    /// Takes four hexadecimal digits, or the eight of a surrogate pair with `\u` between them.
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
