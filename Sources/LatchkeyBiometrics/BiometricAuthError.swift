/// The reason that a request for biometrics ended without a match.
public enum BiometricAuthError: Error, Hashable, Sendable {
    /// The device has no biometrics, or the app has no permission to use them.
    case notAvailable
    /// No face or finger is enrolled.
    case notEnrolled
    /// The device has no passcode, which biometrics require.
    case devicePasscodeNotSet
    /// Too many failed matches: the system requires the device passcode first.
    case lockout
    /// The user dismissed the prompt. Not a failed attempt.
    case userCanceled
    /// The user chose to enter the passcode instead. Not a failed attempt.
    case userFallback
    /// The system dismissed the prompt or did not show it, for example because another app is in front. Not a failed
    /// attempt.
    case systemCanceled
    /// The app dismissed the prompt. Not a failed attempt.
    case appCanceled
    /// The match failed.
    case authenticationFailed
    /// Any other error, with the system's code and description.
    case systemError(code: Int, text: String)

    /// Whether the request ended without an attempt. It does not count as a failure, and the user sees no error.
    public var isCancellation: Bool {
        switch self {
        case .userCanceled, .userFallback, .systemCanceled, .appCanceled: true
        case .notAvailable, .notEnrolled, .devicePasscodeNotSet, .lockout, .authenticationFailed, .systemError: false
        }
    }
}
