public import Foundation

/// The JSON format of the API: `snake_case` members, RFC 3339 times in UTC.
public enum WireFormat {
    /// Returns an encoder that writes members in `snake_case`, sorted by name.
    public static func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// Returns a decoder that accepts only members in `snake_case`: `refreshToken` is an unknown name.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in MemberName(wire: path.last?.stringValue ?? "") }
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

/// A member's name, converted from the API's spelling to Swift's.
///
/// `convertFromSnakeCase` would also accept `refreshToken` and `_refresh_token`. A body could then contain a member in
/// two spellings, and the parser would choose between them.
private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(wire name: String) {
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        let isSnakeCase = words.allSatisfy { $0.first?.isLowercase ?? false } && !name.contains(where: \.isUppercase)
        guard let first = words.first, isSnakeCase else {
            // No Swift property has a blank in its name.
            self.stringValue = "unknown " + name
            return
        }
        self.stringValue = words.dropFirst().reduce(String(first)) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
