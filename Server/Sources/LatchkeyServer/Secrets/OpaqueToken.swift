import LatchkeyCore
import LatchkeyEncoding

/// A session or link token: 256 random bits as 43 characters of base64url.
struct OpaqueToken: Sendable, RedactedSecrets {
    private static let length = 32
    private static let textLength = 43

    /// The text for the client. Never logged, never stored.
    let text: String

    /// Returns nil for a text that is not a token, so that no lookup is necessary.
    init?(_ text: String) {
        guard text.utf8.count == Self.textLength, Base64Text.decode(text, as: .url) != nil else { return nil }
        self.text = text
    }

    private init(bytes: [UInt8]) {
        text = Base64Text.encode(bytes, as: .url)
    }

    static func make(from random: some RandomSource) -> OpaqueToken {
        OpaqueToken(bytes: random.bytes(length))
    }
}
