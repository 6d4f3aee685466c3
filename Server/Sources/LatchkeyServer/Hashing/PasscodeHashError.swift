/// Why a stored text is no verifier. It is an error for that user, never a wrong passcode.
enum PasscodeHashError: Error, Equatable {
    /// The text is longer than `Argon2Limits.textLength`.
    case tooLong
    /// The text is not PHC text in the one form that this server writes.
    case malformed
    /// The text is not of Argon2id version 19.
    case unsupportedAlgorithm
    /// A parameter is outside `Argon2Limits`.
    case overLimit
}
