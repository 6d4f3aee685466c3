public import Foundation
public import LatchkeyBiometrics
public import LatchkeySecureStorage

/// Why a session could not be stored, restored or deleted. No case contains any part of the tokens.
public enum BiometricSessionError: Error, Equatable, Sendable {
    /// There was no match, or biometrics are not available.
    case biometrics(BiometricAuthError)
    /// The storage failed.
    case storage(SecureStorageError)

    /// The error of a storage, which may have asked for the match itself.
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

    /// Whether the prompt was dismissed: there is nothing to report to the user.
    public var isCancellation: Bool {
        if case .biometrics(let error) = self { error.isCancellation } else { false }
    }
}

extension BiometricSessionError: LocalizedError {
    /// The text in the user's first language that there are texts for.
    public var errorDescription: String? {
        switch self {
        case .biometrics(let error): error.errorDescription
        case .storage(let error): error.errorDescription
        }
    }
}
