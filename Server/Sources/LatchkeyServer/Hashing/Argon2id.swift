import CSodium
import Foundation

/// Argon2id, version 19, with one lane, by libsodium (https://doc.libsodium.org/password_hashing/default_phf), which
/// uses the widest vectors that the machine has: it takes half to four fifths of the time of the reference
/// implementation.
enum Argon2id {
    /// Whether libsodium is initialised: it detects once which vectors there are.
    private static let isReady = sodium_init() >= 0

    /// The tag of the password, which is not empty. The memory goes back to the system, which wipes it.
    static func tag(
        of password: UnsafeRawBufferPointer, salt: [UInt8], parameters: Argon2Parameters
    ) throws(PasscodeHasherError) -> [UInt8] {
        guard isReady, let start = password.baseAddress else { throw .libraryFailed(code: 0) }
        guard salt.count == Argon2Limits.saltLength else { throw .saltLength }
        var tag = [UInt8](repeating: 0, count: parameters.tagLength)
        errno = 0
        let answer = crypto_pwhash_argon2id(
            &tag, UInt64(tag.count), start.assumingMemoryBound(to: CChar.self), UInt64(password.count), salt,
            UInt64(parameters.passes), parameters.memoryKiB * 1024, crypto_pwhash_argon2id_ALG_ARGON2ID13)
        guard answer == 0 else { throw PasscodeHasherError(code: errno) }
        return tag
    }
}
