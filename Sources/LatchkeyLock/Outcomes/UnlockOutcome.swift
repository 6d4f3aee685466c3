public import Foundation

/// The outcome of giving a passcode: one type from the vault to the screen.
public enum UnlockOutcome: Sendable, Equatable {
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
    case failed(LockError)
}
