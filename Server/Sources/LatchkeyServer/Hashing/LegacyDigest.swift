import Crypto
import LatchkeyCore
import LatchkeyPasscode

/// An earlier app's passcode digest: SHA-256 of the six digits followed by the salt. A million of them are computed
/// in a second, so it is never stored without Argon2id.
struct LegacyDigest: Sendable, RedactedSecrets {
    let bytes: [UInt8]
    let salt: [UInt8]

    /// Returns nil unless the hash is 64 hexadecimal digits and the salt's length is within `Argon2Limits`.
    init?(hash: String, salt: String) {
        let digits = hash.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard hash.utf8.count == 64, digits.count == 64, Argon2Limits.legacySaltLength.contains(salt.utf8.count) else {
            return nil
        }
        bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        self.salt = Array(salt.utf8)
    }

    init(of passcode: Passcode, salt: [UInt8]) {
        var hasher = SHA256()
        passcode.withUnsafeBytes { (digits: UnsafeRawBufferPointer) in hasher.update(bufferPointer: digits) }
        hasher.update(data: salt)
        bytes = Array(hasher.finalize())
        self.salt = salt
    }
}
