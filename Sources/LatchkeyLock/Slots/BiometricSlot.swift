internal import Crypto
internal import Foundation

/// The content that a biometric match releases: the vault key, and the digest of the passcode slot at that time.
///
/// The slot opens the vault like the passcode, so it must not outlive it. When the passcode slot is replaced, added or
/// removed, the digest differs, and the biometric slot is no longer accepted.
struct BiometricSlot: Sendable {
    private static let version: UInt8 = 1
    private static let purpose: UInt8 = 4
    private static let label = Array("latchkey/biometric-slot/1".utf8)

    let key: SymmetricKey
    /// The digest of the passcode slot, or zeros if the vault has none.
    let passcodeDigest: [UInt8]

    init(key: SymmetricKey, passcodeSlot: Slot?) {
        self.key = key
        passcodeDigest = Self.digest(of: passcodeSlot)
    }

    static func digest(of passcodeSlot: Slot?) -> [UInt8] {
        passcodeSlot?.digest ?? [UInt8](repeating: 0, count: SHA256.byteCount)
    }

    private static let keyLength = 32
    private static let bodyLength = 2 + keyLength + SHA256.byteCount
    private static let length = bodyLength + SHA256.byteCount

    /// Returns the stored form. It contains the key itself: wipe it as soon as it is stored.
    func data(vaultID: [UInt8]) -> Data {
        // With its final capacity: growing would leave a copy of the key in memory.
        var data = Data(capacity: Self.length)
        data.append(contentsOf: [Self.version, Self.purpose])
        key.withUnsafeBytes { data.append(contentsOf: $0) }
        data.append(contentsOf: passcodeDigest)
        let code = HMAC<SHA256>.authenticationCode(for: data, using: Self.codeKey(key, vaultID: vaultID))
        data.append(contentsOf: code)
        return data
    }

    /// Throws `.damaged` unless this type encoded the bytes for the vault with this identifier. Reads the key in place;
    /// the caller wipes the bytes.
    init(data: Data, vaultID: [UInt8]) throws(VaultError) {
        guard let version = data.first else { throw .damaged }
        guard version == Self.version else { throw .unsupportedVersion(version) }
        guard data.count == Self.length, data.dropFirst().first == Self.purpose else { throw .damaged }
        key = SymmetricKey(data: data.dropFirst(2).prefix(Self.keyLength))
        passcodeDigest = Array(data.dropFirst(2 + Self.keyLength).prefix(SHA256.byteCount))
        // In constant time (https://github.com/apple/swift-crypto/blob/4.5.2/Sources/Crypto/Util/SafeCompare.swift).
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                data.suffix(SHA256.byteCount), authenticating: data.prefix(Self.bodyLength),
                using: Self.codeKey(key, vaultID: vaultID))
        else { throw .damaged }
    }

    private static func codeKey(_ key: SymmetricKey, vaultID: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: label + vaultID, outputByteCount: 32)
    }
}
