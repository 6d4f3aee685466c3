/// Why nobody was confirmed. Cancelled, failed, locked out and not enrolled are different things.
public enum BiometricAuthError: Error, Hashable, Sendable {
    /// The device has no biometrics, or the app may not use them.
    case notAvailable
    /// Nobody is enrolled.
    case notEnrolled
    /// The device has no passcode, without which its biometrics do not work.
    case devicePasscodeNotSet
    /// Too many attempts without a match: the system asks for the device passcode first.
    case lockout
    /// The user dismissed the prompt. No failed attempt.
    case userCanceled
    /// The user chose to type the passcode instead. No failed attempt.
    case userFallback
    /// The system took the prompt away, such as for another app coming to the front. No failed attempt.
    case systemCanceled
    /// The app took the prompt away. No failed attempt.
    case appCanceled
    /// The match failed.
    case authenticationFailed
    /// Something else, with the system's number and its own words for it.
    case systemError(code: Int, text: String)

    /// Whether the request ended without an attempt. Never counted, and nothing to show to the user.
    public var isCancellation: Bool {
        switch self {
        case .userCanceled, .userFallback, .systemCanceled, .appCanceled: true
        case .notAvailable, .notEnrolled, .devicePasscodeNotSet, .lockout, .authenticationFailed, .systemError: false
        }
    }
}
