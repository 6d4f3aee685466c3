/// The result of a request for a match.
public enum BiometricOutcome: Hashable, Sendable {
    /// The system confirmed a match, or the device passcode if that was allowed.
    case authenticated
    /// There was no match, for this reason.
    case rejected(BiometricAuthError)
}
