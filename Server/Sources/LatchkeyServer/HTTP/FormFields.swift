import Foundation

/// Names and values as forms and queries have them (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
enum FormFields {
    /// Returns the value of each field of a name; nil for one without `=`, and for one that is not encoded.
    static func values(named name: String, in bytes: [UInt8]) -> [String?] {
        var values: [String?] = []
        for field in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard text(parts[0]) == name else { continue }
            values.append(parts.count == 2 ? text(parts[1]) : nil)
        }
        return values
    }

    /// Returns nil for what is not encoded as a form's texts are.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        // Tokens have neither, and to look through them as characters takes longer than to find their session.
        guard bytes.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else { return text }
        return text.replacing("+", with: " ").removingPercentEncoding
    }
}
