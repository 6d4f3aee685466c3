public import Foundation
internal import LatchkeyBiometrics

extension BiometricAuthManager {
    /// The reason that there was no match.
    public enum AuthError: LocalizedError, Sendable {
        /// The device has no biometrics, or the app has no permission to use them.
        case biometryNotAvailable
        /// No face or finger is enrolled.
        case biometryNotEnrolled
        /// Too many failed matches: the device passcode ends the lockout.
        case biometryLockout
        /// The user dismissed the prompt.
        case userCancel
        /// The user chose to enter the passcode instead.
        case userFallback
        /// The system or the app dismissed the prompt or did not show it.
        case systemCancel
        /// The match failed.
        case authenticationFailed
        /// Any other error.
        case unknown(any Error)

        /// The error's text in the first of the user's languages that is supported.
        public var errorDescription: String? {
            switch self {
            case .biometryNotAvailable: BiometricAuthError.notAvailable.errorDescription
            case .biometryNotEnrolled: BiometricAuthError.notEnrolled.errorDescription
            case .biometryLockout: BiometricAuthError.lockout.errorDescription
            case .userCancel: BiometricAuthError.userCanceled.errorDescription
            case .userFallback: BiometricAuthError.userFallback.errorDescription
            case .systemCancel: BiometricAuthError.systemCanceled.errorDescription
            case .authenticationFailed: BiometricAuthError.authenticationFailed.errorDescription
            case .unknown(let error): error.localizedDescription
            }
        }
    }
}

extension BiometricAuthManager.AuthError {
    init(_ error: BiometricAuthError) {
        self =
            switch error {
            case .notAvailable: .biometryNotAvailable
            case .notEnrolled: .biometryNotEnrolled
            case .lockout: .biometryLockout
            case .userCanceled: .userCancel
            case .userFallback: .userFallback
            case .systemCanceled, .appCanceled: .systemCancel
            case .authenticationFailed: .authenticationFailed
            case .devicePasscodeNotSet, .systemError: .unknown(error)
            }
    }

    static func result(of outcome: BiometricOutcome) -> Result<Void, Self> {
        switch outcome {
        case .authenticated: .success(())
        case .rejected(let error): .failure(Self(error))
        }
    }
}
