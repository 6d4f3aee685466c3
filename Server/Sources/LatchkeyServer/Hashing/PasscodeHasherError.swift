import Foundation

/// Why no tag was computed. An attempt must never be answered as wrong for any of these.
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
