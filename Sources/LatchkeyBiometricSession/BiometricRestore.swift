public import LatchkeyCore

/// The result of restoring a session. Only ``restored(_:)`` signs the user in; otherwise require a sign-in.
public enum BiometricRestore<Tokens: Sendable>: Sendable {
    /// A match, with the tokens.
    case restored(Tokens)
    /// The user or the system dismissed the prompt, or a new sign-in replaced the session meanwhile. A session is still
    /// stored.
    case cancelled
    /// No match can restore the session, because a finger or face was added or removed. The session is deleted and
    /// biometrics are disabled: offer them after the next sign-in.
    case invalidated
    /// No session is stored.
    case none
    /// There was no match, or the session could not be read. It is still stored, and a later call may succeed.
    case failed(BiometricSessionError)
}

extension BiometricRestore: Equatable where Tokens: Equatable {}

extension BiometricRestore: RedactedSecrets {
    /// The case, without the tokens.
    public var description: String {
        switch self {
        case .restored: "restored(••••••)"
        case .cancelled: "cancelled"
        case .invalidated: "invalidated"
        case .none: "none"
        case .failed(let error): "failed(\(error))"
        }
    }
}
