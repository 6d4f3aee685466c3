import Foundation
import LatchkeyPasscode

/// A hasher of passcodes. Slow by design: called only inside `KDFPermit.run`.
protocol PasscodeHasher: Sendable {
    /// Returns a verifier of the passcode. The salt is random, with `Argon2Limits.saltLength`.
    func hash(_ passcode: Passcode, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash

    /// Returns whether the passcode matches, at the verifier's cost. An error means that the result is unknown.
    func verify(_ passcode: Passcode, against hash: PasscodeHash) throws(PasscodeHasherError) -> Bool

    /// Whether the verifier has another cost or comes from an imported digest, so that it is replaced at the next
    /// success.
    func needsRehash(_ hash: PasscodeHash) -> Bool
}

/// The reason why no tag was computed. Never treat it as a wrong passcode.
enum PasscodeHasherError: Error, Equatable {
    /// The salt's length is outside `Argon2Limits`; nothing was evaluated.
    case saltLength
    /// Not enough memory for an evaluation; a retry may succeed.
    case outOfMemory
    /// The library has narrower limits than `Argon2Limits`; nothing was evaluated.
    case parametersRejected
    /// The library failed to initialize, was used incorrectly, or returned an undocumented error.
    case libraryFailed(code: Int32)

    /// Creates an error from `errno` after a failure of the library.
    init(code: Int32) {
        switch code {
        case ENOMEM: self = .outOfMemory
        case EINVAL, EFBIG: self = .parametersRejected
        default: self = .libraryFailed(code: code)
        }
    }
}
