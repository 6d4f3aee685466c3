public import Foundation
public import LatchkeyCore

/// A text that other software stored, as plain UTF-8 or as JSON.
///
/// Use it to read a text that an earlier version of an app stored, and store it again in this library's format:
///
/// ```swift
/// if let token = try await storage.load(StoredText.self, for: "token") {
///     try await storage.save(token.text, for: "token", access: .whenUnlocked)
/// }
/// ```
///
/// A text that is stored again reads the same, so the conversion may be repeated. All of this library's stores support
/// it; your own store decodes it with ``init(bytes:)``.
public struct StoredText: Codable, Hashable, Sendable, RedactedSecrets {
    /// The stored text; for a number or a Boolean, its text.
    public let text: String

    /// Decodes the bytes of a store; nil if they are not UTF-8. Only a quoted text is treated as JSON: plain texts may
    /// look like numbers.
    public init?(bytes: Data) {
        guard let plain = String(bytes: bytes, encoding: .utf8) else { return nil }
        text = (try? JSONDecoder().decode(String.self, from: bytes)) ?? plain
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.text = text
        } else if let flag = try? container.decode(Bool.self) {
            text = String(flag)
        } else {
            text = String(try container.decode(Int.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
