internal import Crypto
internal import Foundation
public import LatchkeyCore
internal import LatchkeyPasscode

/// The passcode as requirement 01 stored it: accepted once, and replaced by a slot. Its hash and salt reveal it within
/// a second.
public struct LegacyPasscode: Sendable, RedactedSecrets {
    private let hash: [UInt8]
    private let salt: [UInt8]

    /// Takes the hexadecimal SHA-256 of the passcode followed by the salt, and the salt's text. Returns nil when the
    /// hash is not 64 hexadecimal digits.
    public init?(hash: String, salt: String) {
        let digits = hash.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard hash.utf8.count == 64, digits.count == 64 else { return nil }
        self.hash = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        self.salt = Array(salt.utf8)
    }

    /// In constant time (https://github.com/apple/swift-crypto/blob/4.5.2/Sources/Crypto/Digests/Digest.swift).
    func matches(_ passcode: Passcode) -> Bool {
        var hasher = SHA256()
        passcode.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        hasher.update(data: salt)
        return hasher.finalize() == hash
    }
}

/// Reads the passcode as requirement 01 stored it.
public protocol LegacyPasscodeSource: Sendable {
    /// Returns the record, or nil when it is absent or its passcode was off. Throws when it cannot be read.
    func load() async throws(VaultError) -> LegacyPasscode?

    /// Removes the record. Does nothing if it is absent.
    func delete() async throws(VaultError)
}
