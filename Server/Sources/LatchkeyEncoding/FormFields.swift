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
        var values: [String: String] = [:]
        var rest = Array(text.utf8)[...]
        while let field = next(in: &rest) {
            guard values.count < maximumCount, let name = decode(field.name), let value = decode(field.value ?? []),
                values.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return values
    }

    /// Returns all values of a name; nil for a field without `=` or with invalid encoding.
    package static func values(named name: String, in bytes: [UInt8]) -> [String?] {
        var values: [String?] = []
        var rest = bytes[...]
        while let field = next(in: &rest) {
            guard field.name.elementsEqual(name.utf8) || decode(field.name) == name else { continue }
            values.append(field.value.flatMap { decode($0) })
        }
        return values
    }

    /// Removes and returns the next field that is not empty.
    private static func next(
        in rest: inout ArraySlice<UInt8>
    ) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?)? {
        rest = rest.drop { $0 == UInt8(ascii: "&") }
        guard !rest.isEmpty else { return nil }
        let field = rest.prefix { $0 != UInt8(ascii: "&") }
        rest = rest[field.endIndex...]
        let name = field.prefix { $0 != UInt8(ascii: "=") }
        return (name, name.endIndex < field.endIndex ? field[name.endIndex...].dropFirst() : nil)
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        // Tokens have neither; searching their characters takes longer than finding their session.
        guard bytes.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else { return text }
        return text.replacing("+", with: " ").removingPercentEncoding
    }
}
