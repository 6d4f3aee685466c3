public import Foundation
public import LatchkeyBiometrics
public import LatchkeySecureStorage

/// The reason that a session could not be stored, restored or deleted. No case contains any part of the tokens.
public enum BiometricSessionError: Error, Equatable, Sendable {
    /// There was no match, or biometrics are not available.
    case biometrics(BiometricAuthError)
    /// The storage failed.
    case storage(SecureStorageError)

    /// The error of a storage, which may have requested the match itself.
    init(_ error: SecureStorageError) {
        self =
            switch error {
            case .cancelled: .biometrics(.userCanceled)
            case .authenticationFailed: .biometrics(.authenticationFailed)
            case .matchUnavailable(.lockout): .biometrics(.lockout)
            case .matchUnavailable(.notEnrolled): .biometrics(.notEnrolled)
            case .matchUnavailable(.devicePasscodeNotSet): .biometrics(.devicePasscodeNotSet)
            case .matchUnavailable(.notAvailable): .biometrics(.notAvailable)
            case .matchUnavailable(.notInteractive): .biometrics(.systemCanceled)
            default: .storage(error)
            }
    }

    /// Whether the prompt was dismissed. There is then nothing to show to the user.
    public var isCancellation: Bool {
        if case .biometrics(let error) = self { error.isCancellation } else { false }
    }
}

extension BiometricSessionError: LocalizedError {
    /// The error's text in the first of the user's languages that is supported.
    public var errorDescription: String? {
        switch self {
        case .biometrics(let error): error.errorDescription
        case .storage(let error): error.errorDescription
        }
    }
}
