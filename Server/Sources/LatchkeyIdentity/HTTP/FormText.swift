import Foundation

/// Text of the type `application/x-www-form-urlencoded`, as queries and forms are
/// (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
enum FormText {
    /// The way back from a provider has three or four.
    private static let maximumCount = 64

    static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    /// Every byte but letters, digits, `-`, `.`, `_` and `~` in hexadecimal.
    static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns nil for a text with a name twice, which two readers could take for different things, and for one that
    /// is not encoded.
    static func decode(_ text: String) -> [String: String]? {
        let fields = text.split(separator: "&", omittingEmptySubsequences: true)
        guard fields.count <= maximumCount else { return nil }
        var values: [String: String] = [:]
        for field in fields {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decode(part: parts[0]), let value = parts.count == 2 ? decode(part: parts[1]) : "",
                values.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return values
    }

    private static func decode(part: Substring) -> String? {
        part.replacing("+", with: " ").removingPercentEncoding
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
