public import Foundation

/// The contract's JSON: `snake_case` members, RFC 3339 times in UTC.
public enum WireFormat {
    /// An encoder that writes members in `snake_case`, sorted by name.
    public static func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// A decoder that knows members in `snake_case` only: `refreshToken` is as unknown to it as any other name.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in MemberName(wire: path.last?.stringValue ?? "") }
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

/// A member's name, converted from the contract's spelling to Swift's.
///
/// `convertFromSnakeCase` would also accept `refreshToken` and `_refresh_token`: one body could then have two spellings
/// of a member, and the parser would choose between them.
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
