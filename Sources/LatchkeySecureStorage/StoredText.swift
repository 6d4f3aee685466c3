internal import Foundation

/// A text as an older version of an app may have stored it: as JSON, or as plain UTF-8. A number, true and false are
/// their texts. For reading only what other software wrote.
package struct StoredText: Codable, Hashable, Sendable {
    /// The text.
    package let text: String

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.text = text
        } else if let flag = try? container.decode(Bool.self) {
            text = String(flag)
        } else {
            text = String(try container.decode(Int.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// Decodes the bytes of a store; nil when they are not UTF-8. Only quoted text is JSON: plain texts may look like
    /// numbers.
    init?(bytes: Data) {
        guard let plain = String(bytes: bytes, encoding: .utf8) else { return nil }
        text = (try? JSONDecoder().decode(String.self, from: bytes)) ?? plain
    }
}
