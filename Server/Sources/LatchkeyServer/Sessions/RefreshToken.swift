/// A refresh token: 256 random bits, of which all tokens of a session share the first half, its family.
///
/// The family makes an old token known without a row for each that there ever was: whoever shows one whose other half
/// is not stored shows one that was exchanged before.
struct RefreshToken: Sendable, Redacted {
    private static let halfLength = 16

    /// What the client gets. Never logged, never stored.
    let text: String
    /// In base64url. No secret: it opens nothing without the other half.
    let family: String

    var digest: String { SessionTokenDigest.of(text) }

    /// Nil for what no server gave out.
    init?(_ text: String) {
        guard OpaqueToken(text) != nil, let bytes = Base64Text.decode(text, as: .url) else { return nil }
        self.text = text
        family = Base64Text.encode(Array(bytes.prefix(Self.halfLength)), as: .url)
    }

    /// - Parameter family: that of the session; nil when it has had no refresh token yet.
    static func make(family: String?, from random: some RandomSource) -> RefreshToken {
        let family = family.flatMap { Base64Text.decode($0, as: .url) } ?? random.bytes(halfLength)
        return RefreshToken(family: family, rest: random.bytes(halfLength))
    }

    private init(family: [UInt8], rest: [UInt8]) {
        text = Base64Text.encode(family + rest, as: .url)
        self.family = Base64Text.encode(family, as: .url)
    }
}
