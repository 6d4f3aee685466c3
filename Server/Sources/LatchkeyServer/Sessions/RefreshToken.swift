import LatchkeyCore
import LatchkeyEncoding

/// A refresh token: 256 random bits. All tokens of a session share the first half, its family.
///
/// With the family, an old token is detected without a row for each. A token of a known family whose other half is not
/// stored was exchanged before.
struct RefreshToken: Sendable, RedactedSecrets {
    private static let halfLength = 16

    /// The text for the client. Never logged, never stored.
    let text: String
    /// The first half in base64url. Not secret: without the other half it grants no access.
    let family: String

    var digest: String { SessionTokenDigest.of(text) }

    /// Returns nil for a text that is not a refresh token.
    init?(_ text: String) {
        guard OpaqueToken(text) != nil, let bytes = Base64Text.decode(text, as: .url) else { return nil }
        self.text = text
        family = Base64Text.encode(Array(bytes.prefix(Self.halfLength)), as: .url)
    }

    /// Generates a refresh token.
    ///
    /// - Parameter family: The session's family; nil before its first refresh token.
    static func make(family: String?, from random: some RandomSource) -> RefreshToken {
        let family = family.flatMap { Base64Text.decode($0, as: .url) } ?? random.bytes(halfLength)
        return RefreshToken(family: family, rest: random.bytes(halfLength))
    }

    private init(family: [UInt8], rest: [UInt8]) {
        text = Base64Text.encode(family + rest, as: .url)
        self.family = Base64Text.encode(family, as: .url)
    }
}
