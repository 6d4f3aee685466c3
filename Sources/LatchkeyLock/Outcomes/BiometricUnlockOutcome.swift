public import LatchkeyBiometrics

/// The outcome of requesting a biometric match to unlock.
public enum BiometricUnlockOutcome: Sendable, Equatable {
    /// The match released the key: the vault is open.
    case unlocked
    /// The user dismissed the prompt. If the storage does not distinguish them, also the app or the system. Never a
    /// failed attempt.
    case cancelled
    /// The user chose to enter the passcode.
    case passcodeRequested
    /// The passcode is required once: the enrolment changed, the passcode was changed elsewhere, or it was not entered
    /// for ``LockPlatform/passcodeInterval``.
    case passcodeNeeded
    /// Too many failed matches: the system requires the device passcode first.
    case lockedOut
    /// Biometrics cannot be used on this device, for this reason.
    case unavailable(BiometricAuthError)
    /// The match failed.
    case failed
    /// Biometrics are not enabled for this vault.
    case notEnabled
    /// No attempts are left, and the biometric slot is destroyed.
    case exhausted
    /// There was a match, but the app was locked meanwhile, and stays locked.
    case superseded
    /// There was no prompt or no response. The app is not locked or not in front, another prompt replaced this one, or
    /// the app or the system dismissed it.
    case notPrompted
    /// The vault could not be read. It stays locked.
    case unreadable(VaultError)
}

extension BiometricUnlockOutcome {
    /// The outcome of a failed match.
    init(_ rejection: BiometricAuthError) {
        self =
            switch rejection {
            case .userCanceled: .cancelled
            case .systemCanceled, .appCanceled: .notPrompted
            case .userFallback: .passcodeRequested
            case .lockout: .lockedOut
            case .notAvailable, .notEnrolled, .devicePasscodeNotSet: .unavailable(rejection)
            case .authenticationFailed, .systemError: .failed
            }
    }
}
