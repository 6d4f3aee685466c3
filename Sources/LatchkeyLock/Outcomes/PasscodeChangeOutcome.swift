public import LatchkeyBiometrics
public import LatchkeyPasscode

/// The outcome of changing the passcode or a setting of the lock: one type from the vault to the screen, like
/// ``UnlockOutcome``.
public enum PasscodeChangeOutcome: Sendable, Equatable {
    /// The change is complete.
    case done
    /// The new passcode is too easy to guess, for this reason; nil when only the server knows it.
    case refused(PasscodePolicy.Refusal?)
    /// The new passcode is the present one.
    case reused
    /// The change needs the present passcode, and none was given.
    case passcodeNeeded
    /// The present passcode was not confirmed, for this reason.
    case notConfirmed(UnlockOutcome)
    /// Biometrics cannot be used on this device, for this reason.
    case unavailable(BiometricAuthError)
    /// Not possible in this state: the app is locked, or there is a passcode already, or no passcode.
    case notNow
    /// The new passcode counts, but the vault here is not open with it, for this reason: the next unlock completes the
    /// change.
    case pendingHere(UnlockOutcome)
    /// Nothing was changed, for this reason. A vault then has its old passcode or the new one, and never neither.
    case failed(LockError)
}

extension PasscodeChangeOutcome {
    /// The outcome of a change that needed nothing but the passcode.
    package init(_ outcome: UnlockOutcome) {
        self =
            switch outcome {
            case .unlocked: .done
            case .failed(let error): .failed(error)
            case .wrong, .wait, .exhausted, .superseded, .noPasscode: .notConfirmed(outcome)
            }
    }
}
