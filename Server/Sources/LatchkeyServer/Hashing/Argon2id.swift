import CArgon2

/// The C reference implementation (libargon2), version 19.
enum Argon2id {
    /// The tag of the password. The library wipes its memory before it gives it back.
    static func tag(
        of password: UnsafeRawBufferPointer, salt: [UInt8], parameters: Argon2Parameters
    ) throws(PasscodeHasherError) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: parameters.tagLength)
        let code = tag.withUnsafeMutableBufferPointer { tag in
            salt.withUnsafeBufferPointer { salt in
                evaluate(password, salt: salt, parameters: parameters, into: tag)
            }
        }
        if let error = PasscodeHasherError(code: code) { throw error }
        return tag
    }

    private static func evaluate(
        _ password: UnsafeRawBufferPointer, salt: UnsafeBufferPointer<UInt8>, parameters: Argon2Parameters,
        into tag: UnsafeMutableBufferPointer<UInt8>
    ) -> Int32 {
        var context = argon2_context()
        context.version = ARGON2_VERSION_13.rawValue
        context.out = tag.baseAddress
        context.outlen = UInt32(tag.count)
        // The library only writes to these when a flag tells it to wipe them, and none is set.
        context.pwd = UnsafeMutablePointer(mutating: password.assumingMemoryBound(to: UInt8.self).baseAddress)
        context.pwdlen = UInt32(password.count)
        context.salt = UnsafeMutablePointer(mutating: salt.baseAddress)
        context.saltlen = UInt32(salt.count)
        context.m_cost = UInt32(parameters.memoryKiB)
        context.t_cost = UInt32(parameters.passes)
        context.lanes = UInt32(parameters.lanes)
        // One permit is one thread: lanes are computed one after the other, with the same tag.
        context.threads = 1
        return argon2id_ctx(&context)
    }
}
