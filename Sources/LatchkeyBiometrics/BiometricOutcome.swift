/// How a request for a match ended.
public enum BiometricOutcome: Hashable, Sendable {
    /// The system confirmed a match, or the device passcode where it was allowed.
    case authenticated
    /// There was no match, for this reason.
    case refused(BiometricAuthError)
}
