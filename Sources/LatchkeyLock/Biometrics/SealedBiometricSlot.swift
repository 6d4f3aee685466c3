internal import Crypto
internal import Foundation

/// The stored biometric slot if hardware has its key: encrypted for the public key, with an ephemeral key (ECDH on
/// P-256, HKDF-SHA256, AES-256-GCM).
struct SealedBiometricSlot: Sendable {
    private static let version: UInt8 = 1
    private static let label = Array("latchkey/sealed-biometric-slot/1".utf8)
    /// The length of a P-256 point in X9.63 format.
    private static let pointLength = 65

    /// The handle of the hardware's key.
    let handle: Data
    /// The ephemeral public key.
    let sender: P256.KeyAgreement.PublicKey
    private let recipient: [UInt8]
    private let box: [UInt8]

    /// Encrypts the slot. The caller wipes the slot.
    init(_ slot: Data, for key: BiometricHardwareKey) throws(VaultError) {
        let secret = P256.KeyAgreement.PrivateKey()
        (handle, sender, recipient) = (key.handle, secret.publicKey, Array(key.publicKey.x963Representation))
        guard let shared = try? secret.sharedSecretFromKeyAgreement(with: key.publicKey),
            let box = try? AES.GCM.seal(
                slot, using: Self.key(shared, from: sender, to: recipient), authenticating: Self.label
            ).combined
        else { throw .derivationFailed }
        self.box = Array(box)
    }

    /// Throws `.damaged` unless this type encoded the bytes.
    init(bytes: [UInt8]) throws(VaultError) {
        var reader = ByteReader(try Checksummed.body(of: bytes))
        let version = try reader.takeByte()
        guard version == Self.version else { throw .unsupportedVersion(version) }
        let handle = try reader.takeBlock()
        let point = try reader.take(Self.pointLength)
        recipient = try reader.take(Self.pointLength)
        let box = try reader.takeBlock()
        try reader.finish()
        guard let handle, let box, let sender = try? P256.KeyAgreement.PublicKey(x963Representation: point) else {
            throw .damaged
        }
        (self.handle, self.sender, self.box) = (Data(handle), sender, box)
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.put(Self.version)
        writer.putBlock(Array(handle))
        writer.put(Array(sender.x963Representation))
        writer.put(recipient)
        writer.putBlock(box)
        return Checksummed.frame(writer.bytes)
    }

    /// Returns the slot, or nil if the secret is of another agreement.
    func open(with shared: SharedSecret) -> Data? {
        guard let sealed = try? AES.GCM.SealedBox(combined: box) else { return nil }
        let key = Self.key(shared, from: sender, to: recipient)
        return try? AES.GCM.open(sealed, using: key, authenticating: Self.label)
    }

    private static func key(
        _ shared: SharedSecret, from sender: P256.KeyAgreement.PublicKey, to recipient: [UInt8]
    ) -> SymmetricKey {
        shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: Data(), sharedInfo: label + sender.x963Representation + recipient,
            outputByteCount: 32)
    }
}
