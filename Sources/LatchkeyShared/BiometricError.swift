public import Foundation
internal import LatchkeyBiometrics

/// The reason that ``BiometricService`` had no match.
public enum BiometricError: Error, Sendable, Hashable {
    /// The device has no biometrics, or the app has no permission to use them.
    case unavailable
    /// No face or finger is enrolled.
    case notEnrolled
    /// The user or the system dismissed the prompt, or it was not shown.
    case cancelled
    /// Too many failed matches: the device passcode ends the lockout.
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

extension BiometricError: LocalizedError {
    /// The error's text in the first of the user's languages that is supported.
    public var errorDescription: String? {
        switch self {
        case .unavailable: BiometricAuthError.notAvailable.errorDescription
        case .notEnrolled: BiometricAuthError.notEnrolled.errorDescription
        case .cancelled: BiometricAuthError.userCanceled.errorDescription
        case .lockout: BiometricAuthError.lockout.errorDescription
        case .failed: BiometricAuthError.authenticationFailed.errorDescription
        }
    }
}
