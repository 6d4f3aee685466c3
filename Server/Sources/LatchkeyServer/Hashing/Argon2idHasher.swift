import Crypto
import CSodium
import Foundation
import LatchkeyPasscode

/// The hasher with Argon2id (RFC 9106).
struct Argon2idHasher: PasscodeHasher {
    let parameters: Argon2Parameters

    func hash(_ passcode: Passcode, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash {
        let tag = try passcode.withUnsafeBytes(evaluate(salt: salt, parameters)).get()
        guard let hash = PasscodeHash(parameters: parameters, salt: salt, tag: tag) else { throw .saltLength }
        return hash
    }

    /// Returns a verifier of a passcode of which only the digest is known.
    func hash(_ digest: LegacyDigest, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash {
        let tag = try digest.bytes.withUnsafeBytes(evaluate(salt: salt, parameters)).get()
        guard let hash = PasscodeHash(parameters: parameters, salt: salt, tag: tag, legacySalt: digest.salt) else {
            throw .saltLength
        }
        return hash
    }

    func verify(_ passcode: Passcode, against hash: PasscodeHash) throws(PasscodeHasherError) -> Bool {
        let evaluate = evaluate(salt: hash.salt, hash.parameters)
        let digest = hash.legacySalt.map { LegacyDigest(of: passcode, salt: $0) }
        let tag = try (digest?.bytes.withUnsafeBytes(evaluate) ?? passcode.withUnsafeBytes(evaluate)).get()
        // Compares digests in constant time, like `StoredDigest.matches(_:)`.
        return SHA256.hash(data: tag) == SHA256.hash(data: hash.tag)
    }

    func needsRehash(_ hash: PasscodeHash) -> Bool {
        hash.parameters != parameters || hash.legacySalt != nil
    }

    /// Evaluates borrowed bytes. The closure returns the error as a result, because it does not rethrow typed errors.
    private func evaluate(
        salt: [UInt8], _ parameters: Argon2Parameters
    ) -> (UnsafeRawBufferPointer) -> Result<[UInt8], PasscodeHasherError> {
        { bytes in
            Result { () throws(PasscodeHasherError) in try Argon2id.tag(of: bytes, salt: salt, parameters: parameters) }
        }
    }
}

/// Argon2id, version 19, with one lane, by libsodium (https://doc.libsodium.org/password_hashing/default_phf). It uses
/// the machine's widest vectors, and takes half to four fifths of the time of the reference implementation.
enum Argon2id {
    /// Whether libsodium is initialized, which detects vectors once.
    private static let isReady = sodium_init() >= 0

    /// Returns the tag of a non-empty password. The system wipes the memory.
    static func tag(
        of password: UnsafeRawBufferPointer, salt: [UInt8], parameters: Argon2Parameters
    ) throws(PasscodeHasherError) -> [UInt8] {
        guard isReady, let start = password.baseAddress else { throw .libraryFailed(code: 0) }
        guard salt.count == Argon2Limits.saltLength else { throw .saltLength }
        var tag = [UInt8](repeating: 0, count: parameters.tagLength)
        errno = 0
        let status = crypto_pwhash_argon2id(
            &tag, UInt64(tag.count), start.assumingMemoryBound(to: CChar.self), UInt64(password.count), salt,
            UInt64(parameters.passes), parameters.memoryKiB * 1024, crypto_pwhash_argon2id_ALG_ARGON2ID13)
        guard status == 0 else { throw PasscodeHasherError(code: errno) }
        return tag
    }
}
