import Crypto
import LatchkeyPasscode

/// Verifiers by Argon2id (RFC 9106).
struct Argon2idHasher: PasscodeHasher {
    let parameters: Argon2Parameters

    func hash(_ passcode: Passcode, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash {
        let tag = try tag(of: passcode, salt: salt, parameters: parameters)
        guard let hash = PasscodeHash(parameters: parameters, salt: salt, tag: tag) else { throw .saltLength }
        return hash
    }

    /// A verifier of a passcode of which only the digest is known.
    func hash(_ digest: LegacyDigest, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash {
        let tag = try tag(of: digest, salt: salt, parameters: parameters)
        guard let hash = PasscodeHash(parameters: parameters, salt: salt, tag: tag, legacySalt: digest.salt) else {
            throw .saltLength
        }
        return hash
    }

    func verify(_ passcode: Passcode, against hash: PasscodeHash) throws(PasscodeHasherError) -> Bool {
        let tag =
            if let legacySalt = hash.legacySalt {
                try tag(
                    of: LegacyDigest(of: passcode, salt: legacySalt), salt: hash.salt, parameters: hash.parameters)
            } else {
                try tag(of: passcode, salt: hash.salt, parameters: hash.parameters)
            }
        // In constant time: that of the digests' `==`, as in `StoredDigest.matches(_:)`.
        return SHA256.hash(data: tag) == SHA256.hash(data: hash.tag)
    }

    func needsRehash(_ hash: PasscodeHash) -> Bool {
        hash.parameters != parameters || hash.legacySalt != nil
    }

    private func tag(
        of passcode: Passcode, salt: [UInt8], parameters: Argon2Parameters
    ) throws(PasscodeHasherError) -> [UInt8] {
        let result = passcode.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            Result { () throws(PasscodeHasherError) in
                try Argon2id.tag(of: bytes, salt: salt, parameters: parameters)
            }
        }
        return try result.get()
    }

    private func tag(
        of digest: LegacyDigest, salt: [UInt8], parameters: Argon2Parameters
    ) throws(PasscodeHasherError) -> [UInt8] {
        let result = digest.bytes.withUnsafeBytes { bytes in
            Result { () throws(PasscodeHasherError) in
                try Argon2id.tag(of: bytes, salt: salt, parameters: parameters)
            }
        }
        return try result.get()
    }
}
