internal import Crypto
public import Foundation

/// A public key that seals data for a vault, even a locked one. Only the open vault can read the result.
///
/// Use it for data that arrives while the vault is locked: a token of a call in progress, or the text of an open
/// editor. The key is not secret. ``Vault/storeSealingKey()`` stores it and detects if it was replaced. A deposit does
/// not prove its origin: any code with the key can seal. Treat it as external input, not as the app's own data.
///
/// HPKE (RFC 9180) in base mode: X25519, HKDF-SHA256, ChaCha20-Poly1305. The private key is derived from the vault key,
/// and exists only while a deposit is opened.
public struct SealingKey: Sendable, Hashable {
    /// The format's first byte.
    static let version: UInt8 = 2
    private static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    private static let encapsulatedLength = 32

    /// The key's 32 bytes, to be stored.
    public let rawRepresentation: Data

    /// Returns nil unless these are the 32 bytes of a key.
    public init?(rawRepresentation: Data) {
        guard (try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: rawRepresentation)) != nil else { return nil }
        self.rawRepresentation = rawRepresentation
    }

    init(_ secret: Curve25519.KeyAgreement.PrivateKey) { rawRepresentation = secret.publicKey.rawRepresentation }

    /// Returns the text encrypted for the vault and bound to the purpose. `Vault.openDeposited` opens it.
    public func seal(_ plain: some DataProtocol, for purpose: String) throws(VaultError) -> Data {
        do {
            let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: rawRepresentation)
            var sender = try HPKE.Sender(recipientKey: key, ciphersuite: Self.suite, info: Self.info(purpose))
            let text = try sender.seal(plain)
            return Data([Self.version]) + sender.encapsulatedKey + text
        } catch {
            throw .derivationFailed
        }
    }

    /// Whether the data is a deposit: sealed for a vault with such a key, and not by the vault itself.
    public static func isDeposit(_ sealed: Data) -> Bool { sealed.first == version }

    /// Opens the data after the version byte. Returns nil if it was sealed for another vault or purpose, or was
    /// changed.
    static func open(_ body: Data, for purpose: String, with secret: Curve25519.KeyAgreement.PrivateKey) -> Data? {
        guard body.count > encapsulatedLength,
            var recipient = try? HPKE.Recipient(
                privateKey: secret, ciphersuite: suite, info: info(purpose),
                encapsulatedKey: Data(body.prefix(encapsulatedLength)))
        else { return nil }
        return try? recipient.open(Data(body.dropFirst(encapsulatedLength)))
    }

    private static func info(_ purpose: String) -> Data { Data([version]) + Data(purpose.utf8) }
}

extension Vault {
    /// Returns the key that seals for this vault even while it is locked. Throws `.locked`, or `.passcodeNeeded` in a
    /// vault that only biometrics open.
    public nonisolated func sealingKey() throws(VaultError) -> SealingKey {
        try requireAppData()
        return try replaceableSealingKey()
    }

    /// Returns the key for tokens that signing in replaces, even in a vault that only biometrics open.
    package nonisolated func replaceableSealingKey() throws(VaultError) -> SealingKey {
        let keys = try holder.withKeys { $0 }
        return SealingKey(try keys.sealingSecret())
    }

    /// Returns data that was sealed for this vault and purpose with its ``SealingKey``; its origin is unknown. Throws
    /// `.locked`, or `.damaged` for any other data.
    public nonisolated func openDeposited(_ sealed: Data, for purpose: String) throws(VaultError) -> Data {
        let keys = try holder.withKeys { $0 }
        guard SealingKey.isDeposit(sealed),
            let plain = SealingKey.open(sealed.dropFirst(), for: purpose, with: try keys.sealingSecret())
        else { throw .damaged }
        return plain
    }
}

extension VaultKeys {
    func sealingSecret() throws(VaultError) -> Curve25519.KeyAgreement.PrivateKey {
        let seed = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: vault, info: Array("latchkey/sealing-key/1".utf8), outputByteCount: 32)
        do {
            return try seed.withUnsafeBytes { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }
        } catch {
            throw .derivationFailed
        }
    }
}
