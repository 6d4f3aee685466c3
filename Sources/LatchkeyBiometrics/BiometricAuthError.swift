/// Why there was no match. Cancelled, failed, locked out and not enrolled are different cases.
public enum BiometricAuthError: Error, Hashable, Sendable {
    /// The device has no biometrics, or the app may not use them.
    case notAvailable
    /// No one is enrolled.
    case notEnrolled
    /// The device has no passcode, without which its biometrics do not work.
    case devicePasscodeNotSet
    /// Too many attempts without a match: the system asks for the device passcode first.
    case lockout
    /// The user dismissed the prompt. Not a failed attempt.
    case userCanceled
    /// The user chose to enter the passcode instead. Not a failed attempt.
    case userFallback
    /// The system dismissed the prompt or did not show it, because another app is in front, for example. Not a failed
    /// attempt.
    case systemCanceled
    /// The app dismissed the prompt. Not a failed attempt.
    case appCanceled
    /// The match failed.
    case authenticationFailed
    /// Another error, with the system's code and description.
    case systemError(code: Int, text: String)

    /// Whether the request ended without an attempt: it is not counted, and nothing is shown to the user.
    public var isCancellation: Bool {
        switch self {
        case .userCanceled, .userFallback, .systemCanceled, .appCanceled: true
        case .notAvailable, .notEnrolled, .devicePasscodeNotSet, .lockout, .authenticationFailed, .systemError: false
        }
    }
}
