internal import LatchkeyBiometrics

/// Why ``BiometricService`` had no match.
public enum BiometricError: Error, Sendable, Hashable {
    /// The device has no biometrics, or the app may not use them.
    case unavailable
    /// No one is enrolled.
    case notEnrolled
    /// The prompt was dismissed, by the user or by the system, or was not shown.
    case cancelled
    /// Too many failed attempts: the device's passcode ends this.
    case lockout
    /// The match failed.
    case failed
}

extension BiometricError {
    init(_ error: BiometricAuthError) {
        self =
            switch error {
            case .notAvailable, .devicePasscodeNotSet: .unavailable
            case .notEnrolled: .notEnrolled
            case .userCanceled, .userFallback, .systemCanceled, .appCanceled: .cancelled
            case .lockout: .lockout
            case .authenticationFailed, .systemError: .failed
            }
    }
}
