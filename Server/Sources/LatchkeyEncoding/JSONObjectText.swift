/// A JSON object (RFC 8259) written byte by byte, for frequent responses. Foundation's encoder builds a tree first.
package struct JSONObjectText: Sendable {
    private var open: [UInt8]

    package init() {
        open = [UInt8(ascii: "{")]
        open.reserveCapacity(512)
    }

    package var bytes: [UInt8] { open + CollectionOfOne(UInt8(ascii: "}")) }

    /// Adds a member, or none if the value is nil.
    ///
    /// - Parameter name: A name without characters that JSON escapes.
    package mutating func add(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        begin(name)
        append(value)
    }

    package mutating func add(_ name: StaticString, _ value: Int64?) {
        guard let value else { return }
        begin(name)
        open += String(value).utf8
    }

    package mutating func add(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        begin(name)
        open += (value ? "true" : "false").utf8
    }

    package mutating func add(_ name: StaticString, _ value: JSONObjectText?) {
        guard let value else { return }
        begin(name)
        open += value.bytes
    }

    private mutating func begin(_ name: StaticString) {
        if open.count > 1 { open.append(UInt8(ascii: ",")) }
        open.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { open += $0 }
        open.append(UInt8(ascii: "\""))
        open.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ text: String) {
        open.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { append($0) }
        open.append(UInt8(ascii: "\""))
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            open += text
            return
        }
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): open += [UInt8(ascii: "\\"), byte]
            case ..<0x20: open += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: open.append(byte)
            }
        }
    }
}
