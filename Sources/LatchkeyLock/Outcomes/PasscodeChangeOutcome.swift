public import LatchkeyBiometrics
public import LatchkeyPasscode

/// The outcome of changing the passcode or a setting of the lock: one type from the vault to the screen, like
/// ``UnlockOutcome``.
public enum PasscodeChangeOutcome<Failure: Error & Equatable>: Sendable, Equatable {
    /// The change is complete.
    case done
    /// The new passcode is too easy to guess, for this reason; nil when only the server knows it.
    case refused(PasscodePolicy.Refusal?)
    /// The new passcode is the present one.
    case reused
    /// The change needs the present passcode, and none was given.
    case passcodeNeeded
    /// The present passcode was not confirmed, for this reason.
    case notConfirmed(UnlockOutcome<Failure>)
    /// Biometrics cannot be used on this device, for this reason.
    case unavailable(BiometricAuthError)
    /// Not possible in this state: the app is locked, or there is a passcode already, or no passcode.
    case notNow
    /// The new passcode counts, but the vault here is not open with it, for this reason: the next unlock completes the
    /// change.
    case pendingHere(UnlockOutcome<Failure>)
    /// Nothing was changed, for this reason. A vault then has its old passcode or the new one, and never neither.
    case failed(Failure)
}

extension PasscodeChangeOutcome {
    /// The outcome of a change that needed nothing but the passcode.
    public init(_ outcome: UnlockOutcome<Failure>) { self = outcome == .unlocked ? .done : .notConfirmed(outcome) }

    /// The same outcome with the failure of a layer above.
    public func mapFailure<Other>(_ transform: (Failure) -> Other) -> PasscodeChangeOutcome<Other> {
        switch self {
        case .done: .done
        case .refused(let refusal): .refused(refusal)
        case .reused: .reused
        case .passcodeNeeded: .passcodeNeeded
        case .notConfirmed(let outcome): .notConfirmed(outcome.mapFailure(transform))
        case .unavailable(let error): .unavailable(error)
        case .notNow: .notNow
        case .pendingHere(let outcome): .pendingHere(outcome.mapFailure(transform))
        case .failed(let error): .failed(transform(error))
        }
    }
}
