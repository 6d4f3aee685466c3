internal import Foundation
internal import LatchkeyBiometrics
internal import LatchkeyLock

extension PasscodeService {
    /// Why the passcode or a match was not accepted.
    public enum PasscodeError: Error, Sendable, Hashable {
        /// The passcode is wrong.
        case incorrectPasscode
        /// Biometrics are off, or the device has none.
        case biometricNotAvailable
        /// There was no match, or it did not open the app, for this reason.
        case biometricFailed(String)
        /// The prompt was dismissed: by the user, the app or the system.
        case biometricCancelled
    }
}

extension PasscodeService.PasscodeError {
    /// The result of an unlock by biometrics.
    static func result(of outcome: BiometricUnlockOutcome) -> Result<Void, Self> {
        let languages = Locale.preferredLanguages
        switch outcome {
        case .unlocked: return .success(())
        case .cancelled, .notAsked, .passcodeRequested, .superseded: return .failure(.biometricCancelled)
        case .notEnabled, .unavailable: return .failure(.biometricNotAvailable)
        case .failed, .lockedOut, .passcodeNeeded, .exhausted, .unreadable:
            let text = outcome.text(in: .preferred(from: languages), .preferred(from: languages))
            return .failure(.biometricFailed(text ?? ""))
        }
    }

    /// The result of a match that opens nothing.
    static func result(of outcome: BiometricOutcome) -> Result<Void, Self> {
        switch outcome {
        case .authenticated: .success(())
        case .refused(let error) where error.isCancellation: .failure(.biometricCancelled)
        case .refused(.notAvailable), .refused(.notEnrolled), .refused(.devicePasscodeNotSet):
            .failure(.biometricNotAvailable)
        case .refused(let error): .failure(.biometricFailed(error.localizedDescription))
        }
    }
}
