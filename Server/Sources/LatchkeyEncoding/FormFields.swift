import Foundation

/// Names and values of forms and queries (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
package enum FormFields {
    /// The maximum number of fields. A provider's redirect has three or four.
    private static let maximumCount = 64
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    package static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    /// Encodes every byte in hexadecimal except letters, digits, `-`, `.`, `_` and `~`.
    package static func encode(_ text: String) -> String {
        // Proof for the default: a Swift string is valid UTF-8.
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// Returns nil for a duplicate name, which two parsers could read differently, and for invalid encoding. A name
    /// without `=` has an empty value.
    package static func decode(_ text: String) -> [String: String]? {
        let fields = text.utf8.split(separator: UInt8(ascii: "&"))
        guard fields.count <= maximumCount else { return nil }
        var values: [String: String] = [:]
        for field in fields {
            let parts = parts(of: Array(field)[...])
            guard let name = decode(parts[0]), let value = parts.count == 2 ? decode(parts[1]) : "",
                values.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return values
    }

    /// Returns all values of a name; nil for a field without `=` or with invalid encoding.
    package static func values(named name: String, in bytes: [UInt8]) -> [String?] {
        var values: [String?] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let field = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[field.endIndex...].dropFirst()
            let key = field.prefix { $0 != UInt8(ascii: "=") }
            guard !field.isEmpty, key.elementsEqual(name.utf8) || decode(key) == name else { continue }
            values.append(key.endIndex < field.endIndex ? decode(field[key.endIndex...].dropFirst()) : nil)
        }
        return values
    }

    private static func parts(of field: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        // Tokens have neither; searching their characters takes longer than finding their session.
        guard bytes.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else { return text }
        return text.replacing("+", with: " ").removingPercentEncoding
    }
}
