internal import Crypto
internal import Foundation
public import LatchkeyCore
internal import LatchkeyPasscode

/// A passcode that an earlier version of the app stored as a hash, accepted once and then replaced by a slot. Hash and
/// salt reveal it within a second.
public struct LegacyPasscode: Sendable, RedactedSecrets {
    private let hash: [UInt8]
    private let salt: [UInt8]

    /// Returns nil if the hash does not have 64 hexadecimal digits.
    ///
    /// - Parameters:
    ///   - hash: The hexadecimal SHA-256 of the passcode followed by the salt.
    ///   - salt: The text of the salt.
    public init?(hash: String, salt: String) {
        let digits = hash.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard hash.utf8.count == 64, digits.count == 64 else { return nil }
        self.hash = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        self.salt = Array(salt.utf8)
    }

    /// Whether the passcode is this one, compared in constant time
    /// (https://github.com/apple/swift-crypto/blob/4.5.2/Sources/Crypto/Digests/Digest.swift).
    func matches(_ passcode: Passcode) -> Bool {
        var hasher = SHA256()
        passcode.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        hasher.update(data: salt)
        return hasher.finalize() == hash
    }
}

/// A source of the passcode that an earlier version of the app stored as a hash.
public protocol LegacyPasscodeSource: Sendable {
    /// Returns the record, or nil if it is absent or its passcode was disabled. Throws if it cannot be read.
    func load() async throws(VaultError) -> LegacyPasscode?

    /// Deletes the record. Does nothing if it is absent.
    func delete() async throws(VaultError)
}
