public import Foundation
internal import LatchkeyBiometrics
internal import LatchkeyCore
internal import LatchkeyLock

extension PasscodeService {
    /// The reason that a passcode or a match was rejected.
    public enum PasscodeError: Error, Sendable, Hashable {
        /// The passcode is wrong.
        case incorrectPasscode
        /// Biometrics are disabled, or the device has none.
        case biometricNotAvailable
        /// There was no match, or it did not unlock the app, for this reason.
        case biometricFailed(String)
        /// The user, the app or the system dismissed the prompt.
        case biometricCancelled
    }
}

extension PasscodeService.PasscodeError {
    /// Returns the result of an unlock by biometrics.
    static func result(of outcome: BiometricUnlockOutcome) -> Result<Void, Self> {
        let languages = PreferredLanguages.current
        switch outcome {
        case .unlocked: return .success(())
        case .cancelled, .notPrompted, .passcodeRequested, .superseded: return .failure(.biometricCancelled)
        case .notEnabled, .unavailable: return .failure(.biometricNotAvailable)
        case .failed, .lockedOut, .passcodeNeeded, .exhausted, .unreadable:
            let text = outcome.text(in: .preferred(from: languages), .preferred(from: languages))
            return .failure(.biometricFailed(text ?? ""))
        }
    }

    /// Returns the result of a match that unlocks nothing.
    static func result(of outcome: BiometricOutcome) -> Result<Void, Self> {
        switch outcome {
        case .authenticated: .success(())
        case .rejected(let error) where error.isCancellation: .failure(.biometricCancelled)
        case .rejected(.notAvailable), .rejected(.notEnrolled), .rejected(.devicePasscodeNotSet):
            .failure(.biometricNotAvailable)
        case .rejected(let error): .failure(.biometricFailed(error.localizedDescription))
        }
    }
}

extension PasscodeService.PasscodeError: LocalizedError {
    /// The error's text in the first of the user's languages that is supported.
    public var errorDescription: String? {
        let languages = PreferredLanguages.current
        let (lock, biometrics) = (LockTexts.preferred(from: languages), BiometricTexts.preferred(from: languages))
        return switch self {
        case .incorrectPasscode: lock[.wrong]
        case .biometricNotAvailable: LocalizedTexts<StoredDataText>.preferred(from: languages)[.matchUnavailable]
        case .biometricFailed(let text): text.isEmpty ? biometrics[.failed] : text
        case .biometricCancelled: biometrics[.cancelled]
        }
    }
}
