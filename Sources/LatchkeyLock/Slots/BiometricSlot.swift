internal import Crypto
internal import Foundation

/// What a biometric match releases: the vault key itself, and the digest of the passcode slot that it was made beside.
///
/// The item is as good as the passcode, so it must not outlive it: when the passcode slot is another one, or one came
/// or went, the digest differs and the item counts for nothing.
struct BiometricSlot: Sendable {
    private static let version: UInt8 = 1
    private static let purpose: UInt8 = 4
    private static let label = Array("latchkey/biometric-slot/1".utf8)

    let key: SymmetricKey
    /// Of the passcode slot, or zeros when the vault has none.
    let passcodeDigest: [UInt8]

    init(key: SymmetricKey, passcodeSlot: Slot?) {
        self.key = key
        passcodeDigest = Self.digest(of: passcodeSlot)
    }

    static func digest(of passcodeSlot: Slot?) -> [UInt8] {
        passcodeSlot?.digest ?? [UInt8](repeating: 0, count: SHA256.byteCount)
    }

    func bytes(vaultID: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(Self.version)
        writer.put(Self.purpose)
        writer.put(key.withUnsafeBytes { Array($0) })
        writer.put(passcodeDigest)
        return writer.bytes + Self.code(over: writer.bytes, key: key, vaultID: vaultID)
    }

    /// Throws `.damaged` unless these are the bytes that this type wrote for the vault of that identifier.
    init(bytes: [UInt8], vaultID: [UInt8]) throws(VaultError) {
        var reader = ByteReader(bytes)
        let version = try reader.takeByte()
        guard version == Self.version else { throw .unsupportedVersion(version) }
        guard try reader.takeByte() == Self.purpose else { throw .damaged }
        key = SymmetricKey(data: try reader.take(32))
        passcodeDigest = try reader.take(SHA256.byteCount)
        let code = try reader.take(SHA256.byteCount)
        try reader.finish()
        let body = Array(bytes.dropLast(SHA256.byteCount))
        guard Data(code).constantTimeEquals(Self.code(over: body, key: key, vaultID: vaultID)) else { throw .damaged }
    }

    private static func code(over body: [UInt8], key: SymmetricKey, vaultID: [UInt8]) -> [UInt8] {
        let mine = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: label + vaultID, outputByteCount: 32)
        return Array(HMAC<SHA256>.authenticationCode(for: body, using: mine))
    }
}

extension Data {
    /// Compares in a time that does not depend on where the two differ.
    func constantTimeEquals(_ other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        return zip(self, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
