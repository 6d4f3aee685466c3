import Crypto
package import Foundation
import LatchkeyEncoding

/// The random bytes that an answer has to bring back. The server keeps only the digest, which says for which ceremony
/// they are: a challenge of one ceremony is none of the other.
package struct PasskeyChallenge: Sendable {
    /// WebAuthn asks for 16 at least (https://www.w3.org/TR/webauthn-3/#sctn-cryptographic-challenges).
    private static let length = 32

    private let ceremony: PasskeyCeremony
    private let bytes: [UInt8]

    /// - Parameter random: Returns that many bytes, which nobody can predict.
    package init(for ceremony: PasskeyCeremony, random: (Int) -> [UInt8]) {
        self.ceremony = ceremony
        bytes = random(Self.length)
    }

    /// Returns nil for a text that no challenge has.
    init?(_ text: String, for ceremony: PasskeyCeremony) {
        guard let bytes = Base64Text.decode(text, as: .url), bytes.count == Self.length else { return nil }
        self.ceremony = ceremony
        self.bytes = bytes
    }

    /// For the browser, in base64url.
    package var text: String { Base64Text.encode(bytes, as: .url) }

    /// To be kept, 32 bytes.
    package var digest: Data { Data(hash) }

    /// Takes the same time for every digest.
    func has(digest: Data) -> Bool { hash == digest }

    private var hash: SHA256Digest { SHA256.hash(data: Array(ceremony.rawValue.utf8) + [0] + bytes) }
}
