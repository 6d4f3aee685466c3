import LatchkeyPasscode

/// Verifiers by Argon2id (RFC 9106).
struct Argon2idHasher: PasscodeHasher {
    let parameters: Argon2Parameters

    func hash(_ passcode: Passcode, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash {
        guard salt.count == parameters.saltLength else { throw .saltLength }
        let tag = try tag(of: passcode, salt: salt, parameters: parameters)
        guard let hash = PasscodeHash(parameters: parameters, salt: salt, tag: tag) else { throw .saltLength }
        return hash
    }

    func verify(_ passcode: Passcode, against hash: PasscodeHash) throws(PasscodeHasherError) -> Bool {
        let tag = try tag(of: passcode, salt: hash.salt, parameters: hash.parameters)
        return ConstantTime.areEqual(tag, hash.tag)
    }

    func needsRehash(_ hash: PasscodeHash) -> Bool {
        hash.parameters != parameters
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
}
