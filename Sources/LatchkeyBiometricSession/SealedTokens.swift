internal import Crypto
internal import Foundation

/// Tokens that only the session's private key opens. The public key next to them seals new tokens without a match.
///
/// HPKE (RFC 9180) in base mode: X25519, HKDF-SHA256, ChaCha20-Poly1305.
struct SealedTokens: Codable, Sendable, Equatable {
    private static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    private static let info = Data("latchkey/biometric-session/1".utf8)

    /// The key's 32 bytes.
    let publicKey: Data
    /// Identifies the user, and is no name: SHA-256 over the key and the user's identifier.
    private let owner: Data
    private let encapsulatedKey: Data
    private let ciphertext: Data

    /// Throws if the public key is invalid.
    init(_ plain: Data, of user: String, for publicKey: Data) throws {
        let recipient = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
        var sender = try HPKE.Sender(recipientKey: recipient, ciphersuite: Self.suite, info: Self.info)
        ciphertext = try sender.seal(plain)
        (self.publicKey, encapsulatedKey) = (publicKey, sender.encapsulatedKey)
        owner = Self.owner(user, publicKey)
    }

    private static func owner(_ user: String, _ publicKey: Data) -> Data {
        Data(SHA256.hash(data: info + publicKey + Data(user.utf8)))
    }

    /// Whether they are this user's.
    func belong(to user: String) -> Bool { owner == Self.owner(user, publicKey) }

    func isSealed(for key: Curve25519.KeyAgreement.PrivateKey) -> Bool { key.publicKey.rawRepresentation == publicKey }

    /// Returns nil for tokens that were changed, or sealed for another key.
    func open(with key: Curve25519.KeyAgreement.PrivateKey) -> Data? {
        guard
            var recipient = try? HPKE.Recipient(
                privateKey: key, ciphersuite: Self.suite, info: Self.info, encapsulatedKey: encapsulatedKey)
        else { return nil }
        return try? recipient.open(ciphertext)
    }
}
