public import Foundation

/// The outcome of giving a passcode: one type from the vault to the screen.
///
/// `Failure` is the vocabulary of the layer that reports it: `VaultError` in the lock, `SessionError` with an account.
public enum UnlockOutcome<Failure: Error & Equatable>: Sendable, Equatable {
    /// The passcode is right. After an unlock the vault is open.
    case unlocked
    /// The passcode is wrong. The value is the number of guesses left, or nil when there is no limit.
    case wrong(remaining: Int?)
    /// No guess was made: the next one is accepted at this time of day.
    case wait(until: Date)
    /// No guesses are left: the passcode and biometric slots are destroyed, or the vault is erased.
    case exhausted
    /// The passcode is right, but the app was locked while it was checked, and stays locked.
    case superseded
    /// There is no passcode to check.
    case noPasscode
    /// The passcode could not be checked, for this reason.
    case failed(Failure)
}

extension UnlockOutcome {
    /// The same outcome with the failure of a layer above.
    public func mapFailure<Other>(_ transform: (Failure) -> Other) -> UnlockOutcome<Other> {
        switch self {
        case .unlocked: .unlocked
        case .wrong(let remaining): .wrong(remaining: remaining)
        case .wait(let date): .wait(until: date)
        case .exhausted: .exhausted
        case .superseded: .superseded
        case .noPasscode: .noPasscode
        case .failed(let error): .failed(transform(error))
        }
    }
}
