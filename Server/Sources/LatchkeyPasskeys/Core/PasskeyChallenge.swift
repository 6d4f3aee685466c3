import Crypto
package import Foundation
import LatchkeyEncoding

/// A random challenge that the response must contain. The server stores only a digest, which depends on the ceremony: a
/// challenge for one ceremony is invalid for the other.
package struct PasskeyChallenge: Sendable {
    /// The length of a challenge in bytes. WebAuthn requires at least 16
    /// (https://www.w3.org/TR/webauthn-3/#sctn-cryptographic-challenges).
    private static let length = 32

    private let ceremony: PasskeyCeremony
    private let bytes: [UInt8]

    /// Generates a challenge.
    ///
    /// - Parameter random: Returns the given number of unpredictable bytes.
    package init(for ceremony: PasskeyCeremony, random: (Int) -> [UInt8]) {
        self.ceremony = ceremony
        bytes = random(Self.length)
    }

    /// Returns nil for a text that is not a challenge.
    init?(_ text: String, for ceremony: PasskeyCeremony) {
        guard let bytes = Base64Text.decode(text, as: .url), bytes.count == Self.length else { return nil }
        self.ceremony = ceremony
        self.bytes = bytes
    }

    /// The challenge in base64url, for the browser.
    package var text: String { Base64Text.encode(bytes, as: .url) }

    /// The digest to store, 32 bytes.
    package var digest: Data { Data(hash) }

    /// Whether the challenge has this digest. Compares in constant time.
    func has(digest: Data) -> Bool { hash == digest }

    private var hash: SHA256Digest { SHA256.hash(data: Array(ceremony.rawValue.utf8) + [0] + bytes) }
}
