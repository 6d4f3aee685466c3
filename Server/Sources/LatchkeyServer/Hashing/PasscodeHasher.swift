import Foundation
import LatchkeyPasscode

/// Turns passcodes into verifiers. Slow on purpose: only ever called inside `KDFPermit.run`.
protocol PasscodeHasher: Sendable {
    /// A verifier of the passcode. The salt is random, of `Argon2Limits.saltLength`.
    func hash(_ passcode: Passcode, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash

    /// Whether this is the passcode, at the cost that the verifier names. An error says that nothing is known.
    func verify(_ passcode: Passcode, against hash: PasscodeHash) throws(PasscodeHasherError) -> Bool

    /// Whether the verifier was made at another cost or from an imported digest; replaced when the passcode is next at
    /// hand.
    func needsRehash(_ hash: PasscodeHash) -> Bool
}

/// The reason why no tag was computed. An attempt must never be answered as wrong for any of these.
enum PasscodeHasherError: Error, Equatable {
    /// The salt is not as long as `Argon2Limits` says; nothing was evaluated.
    case saltLength
    /// There is no memory for an evaluation; nothing was evaluated, and a later try may work.
    case outOfMemory
    /// The library has narrower limits than `Argon2Limits`; nothing was evaluated.
    case parametersRefused
    /// The library could not be started, was called wrongly, or gives a reason that it does not document.
    case libraryFailed(code: Int32)

    /// From `errno` after the library has refused.
    init(code: Int32) {
        switch code {
        case ENOMEM: self = .outOfMemory
        case EINVAL, EFBIG: self = .parametersRefused
        default: self = .libraryFailed(code: code)
        }
    }
}
