import CArgon2

/// Why no tag was computed. An attempt must never be answered as wrong for any of these.
enum PasscodeHasherError: Error, Equatable {
    /// The salt is not as long as the parameters say; nothing was evaluated.
    case saltLength
    /// There is no memory for an evaluation; nothing was evaluated, and a later try may work.
    case outOfMemory
    /// The system gave no thread; the evaluation was not finished.
    case noThread
    /// The library has narrower limits than `Argon2Limits`; nothing was evaluated.
    case parametersRefused(code: Int32)
    /// The library was called wrongly, or answers with a code that it does not document.
    case libraryFailed(code: Int32)

    /// Nil for success; every other code is an error, also those that the library may get later.
    init?(code: Int32) {
        switch argon2_error_codes(code) {
        case ARGON2_OK: return nil
        case ARGON2_MEMORY_ALLOCATION_ERROR: self = .outOfMemory
        case ARGON2_THREAD_FAIL: self = .noThread
        case ARGON2_OUTPUT_TOO_SHORT, ARGON2_OUTPUT_TOO_LONG, ARGON2_PWD_TOO_SHORT, ARGON2_PWD_TOO_LONG,
            ARGON2_SALT_TOO_SHORT, ARGON2_SALT_TOO_LONG, ARGON2_AD_TOO_SHORT, ARGON2_AD_TOO_LONG,
            ARGON2_SECRET_TOO_SHORT, ARGON2_SECRET_TOO_LONG, ARGON2_TIME_TOO_SMALL, ARGON2_TIME_TOO_LARGE,
            ARGON2_MEMORY_TOO_LITTLE, ARGON2_MEMORY_TOO_MUCH, ARGON2_LANES_TOO_FEW, ARGON2_LANES_TOO_MANY,
            ARGON2_THREADS_TOO_FEW, ARGON2_THREADS_TOO_MANY:
            self = .parametersRefused(code: code)
        default: self = .libraryFailed(code: code)
        }
    }
}
