public import LatchkeyBiometrics
public import LatchkeyPasscode

/// The outcome of changing the passcode or a setting of the lock.
public enum PasscodeChangeOutcome: Sendable, Equatable {
    /// The change is complete.
    case done
    /// The new passcode is rejected, for this reason; nil if only the server knows it.
    case rejected(PasscodePolicy.Rejection?)
    /// The new passcode is the current one.
    case reused
    /// The change requires the current passcode.
    case passcodeNeeded
    /// The current passcode was not verified, for this reason.
    case notConfirmed(UnlockOutcome)
    /// Biometrics cannot be used on this device, for this reason.
    case unavailable(BiometricAuthError)
    /// The lock's state does not allow the change: it is locked, already has a passcode, or has none.
    case notNow
    /// The new passcode is set, but the vault on this device is not open with it yet, for this reason. The next unlock
    /// completes the change.
    case pendingHere(UnlockOutcome)
    /// Nothing was changed, for this reason. The vault has its old passcode or the new one, never neither.
    case failed(LockError)
}

extension PasscodeChangeOutcome {
    /// The outcome of a change that required only the passcode.
    package init(_ outcome: UnlockOutcome) {
        self =
            switch outcome {
            case .unlocked: .done
            case .failed(let error): .failed(error)
            case .wrong, .wait, .exhausted, .shut, .superseded, .noPasscode: .notConfirmed(outcome)
            }
    }
}
