public import LatchkeyBiometrics
public import LatchkeyPasscode

/// What came of setting or changing a passcode.
public enum SetPasscodeOutcome: Sendable, Equatable {
    /// The new passcode is the one that counts.
    case set
    /// The new passcode is too easy to guess.
    case refused(PasscodePolicy.Refusal)
    /// There is a passcode already, and changing it takes it.
    case passcodeNeeded
    /// The present passcode was not confirmed, for this reason.
    case notConfirmed(UnlockOutcome)
    /// The vault could not be read or written: the passcode is the old one or the new one, and never neither.
    case failed(VaultError)
}

/// What came of turning biometrics on or off.
public enum SetBiometricOutcome: Sendable, Equatable {
    /// They are on.
    case enabled
    /// They are off.
    case disabled
    /// Turning them on takes the passcode.
    case passcodeNeeded
    /// The passcode was not confirmed, for this reason.
    case notConfirmed(UnlockOutcome)
    /// The device has none that could be asked for, for this reason.
    case unavailable(BiometricAuthError)
    /// The vault is locked, or could not be read or written.
    case failed(VaultError)
}

/// What came of using the account's recovery key.
public enum RecoveryOutcome: Sendable, Equatable {
    /// The vault is open, nothing that it sealed is lost, and the new passcode is the one that counts.
    case recovered
    /// The new passcode is too easy to guess.
    case refused(PasscodePolicy.Refusal)
    /// The vault was rewritten, but a lock came meanwhile, and wins.
    case superseded
    /// The recovery key is not this vault's, or the vault could not be read or written.
    case failed(VaultError)
}
