public import LatchkeyBiometrics

/// The outcome of asking for a biometric match: one type from the slot's storage to the screen.
public enum BiometricUnlockOutcome: Sendable, Equatable {
    /// The match released the key: the vault is open.
    case unlocked
    /// The person cancelled the prompt; where the storage cannot tell them apart, also the app or the system. Never
    /// counted as a failure.
    case cancelled
    /// The person asked for the passcode instead.
    case passcodeRequested
    /// The enrolment was changed, the passcode was changed elsewhere, or it was not given for
    /// ``LockPlatform/passcodeInterval``: the passcode is needed once.
    case passcodeNeeded
    /// Too many failed matches: the system asks for the device's passcode first.
    case lockedOut
    /// Biometrics cannot be used on this device, for this reason.
    case unavailable(BiometricAuthError)
    /// No match.
    case failed
    /// Biometrics are not turned on for this vault.
    case notEnabled
    /// No guesses of the passcode are left, and the biometric slot is destroyed.
    case exhausted
    /// There was a match, but the app was locked meanwhile, and stays locked.
    case superseded
    /// The prompt did not come up, or was not answered: the app is not locked or not in front, another prompt replaced
    /// it, or the app or the system dismissed it.
    case notAsked
    /// The vault could not be read: it stays locked.
    case unreadable(VaultError)
}

extension BiometricUnlockOutcome {
    /// The outcome of a match that was refused for this reason.
    init(_ refusal: BiometricAuthError) {
        self =
            switch refusal {
            case .userCanceled: .cancelled
            case .systemCanceled, .appCanceled: .notAsked
            case .userFallback: .passcodeRequested
            case .lockout: .lockedOut
            case .notAvailable, .notEnrolled, .devicePasscodeNotSet: .unavailable(refusal)
            case .authenticationFailed, .systemError: .failed
            }
    }
}
