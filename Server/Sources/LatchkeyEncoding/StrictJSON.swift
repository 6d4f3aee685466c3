/// A parser of exactly one JSON text (RFC 8259, https://www.rfc-editor.org/rfc/rfc8259).
///
/// `JSONDecoder` does not check members that no type reads, and accepts UTF-16 and trailing commas. Texts that one
/// parser accepts and another rejects enable attacks, so external input is parsed here first. Where the grammar leaves
/// a choice, this parser is strict: UTF-8 without a byte order mark, no duplicate names, no lone surrogates, and at
/// most ``maximumDepth`` levels.
package struct StrictJSON {
    /// The maximum nesting of arrays and objects. Bodies of the API have at most one level, events of email services at
    /// most ten.
    package static let maximumDepth = 64

    let bytes: [UInt8]
    var position = 0

    package static func accepts(_ bytes: some Sequence<UInt8>) -> Bool { value(of: bytes) != nil }

    /// Returns nil for bytes that are not one JSON text.
    package static func value(of bytes: some Sequence<UInt8>) -> JSONValue? {
        let bytes = Array(bytes)
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var text = StrictJSON(bytes: bytes)
        guard let value = text.takeValue(depth: 0) else { return nil }
        text.skipSpace()
        return text.position == bytes.count ? value : nil
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let next, next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func take(word: StaticString, as value: JSONValue) -> JSONValue? {
        guard word.withUTF8Buffer({ bytes[position...].starts(with: $0) }) else { return nil }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func skipSpace() {
        while let next, next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D { position += 1 }
    }

    /// Parses a value and the space before it.
    private mutating func takeValue(depth: Int) -> JSONValue? {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return takeObject(depth: depth + 1)
        case UInt8(ascii: "["): return takeArray(depth: depth + 1)
        case UInt8(ascii: "\""): return takeString().map(JSONValue.string)
        case UInt8(ascii: "t"): return take(word: "true", as: .bool(true))
        case UInt8(ascii: "f"): return take(word: "false", as: .bool(false))
        case UInt8(ascii: "n"): return take(word: "null", as: .null)
        default: return takeNumber()
        }
    }

    private mutating func takeObject(depth: Int) -> JSONValue? {
        guard depth <= Self.maximumDepth, take("{") else { return nil }
        // Few tokens have more claims. Other objects may be many.
        var object = JSONObject(capacity: depth == 1 ? 24 : 0)
        skipSpace()
        if take("}") { return .object(object) }
        repeat {
            skipSpace()
            guard let name = takeString() else { return nil }
            skipSpace()
            guard take(":"), let value = takeValue(depth: depth), object.insert(value, for: name) else { return nil }
            skipSpace()
        } while take(",")
        return take("}") ? .object(object) : nil
    }

    private mutating func takeArray(depth: Int) -> JSONValue? {
        guard depth <= Self.maximumDepth, take("[") else { return nil }
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return .array(elements) }
        repeat {
            guard let element = takeValue(depth: depth) else { return nil }
            elements.append(element)
            skipSpace()
        } while take(",")
        return take("]") ? .array(elements) : nil
    }
}
