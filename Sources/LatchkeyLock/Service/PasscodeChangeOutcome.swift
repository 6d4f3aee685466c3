public import LatchkeyBiometrics
public import LatchkeyPasscode

/// What came of changing the passcode or a setting of the lock: one type from the vault to the screen, as
/// ``UnlockOutcome``.
public enum PasscodeChangeOutcome<Failure: Error & Equatable>: Sendable, Equatable {
    /// It is done, wherever it counts.
    case done
    /// The new passcode is too easy to guess, for this reason; nil when only the server knows it.
    case refused(PasscodePolicy.Refusal?)
    /// The new passcode is the present one.
    case reused
    /// The change takes the present passcode, and none was given.
    case passcodeNeeded
    /// The present passcode was not confirmed, for this reason.
    case notConfirmed(UnlockOutcome<Failure>)
    /// The device has no biometrics that could be asked for, for this reason.
    case unavailable(BiometricAuthError)
    /// Not in this state: the app is locked, or there is a passcode already, or there is none.
    case notNow
    /// It is done on the server, and not here, for this reason: the next unlock that reaches the server does it.
    case pendingHere(UnlockOutcome<Failure>)
    /// It was not done, for this reason. A vault then has its old passcode or the new one, and never neither.
    case failed(Failure)
}

extension PasscodeChangeOutcome {
    /// What came of a step that does nothing but take a passcode.
    public init(_ outcome: UnlockOutcome<Failure>) { self = outcome == .unlocked ? .done : .notConfirmed(outcome) }

    /// The same outcome, for a layer above.
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
