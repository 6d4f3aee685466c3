public import Foundation

/// The outcome of verifying a passcode.
public enum UnlockOutcome: Sendable, Equatable {
    /// The passcode is correct. After an unlock the vault is open.
    case unlocked
    /// The passcode is wrong. The value is the number of attempts left, or nil without a limit.
    case wrong(remaining: Int?)
    /// No attempt was made. The next one is accepted at this time of day.
    case wait(until: Date)
    /// No attempts are left: the passcode and biometric slots are destroyed, or the vault is erased.
    case exhausted
    /// The server has destroyed its key for this device, which its owner, an administrator or failed attempts have
    /// shut. Signing in again opens the vault.
    case shut
    /// The passcode is correct, but the app was locked while it was verified, and stays locked.
    case superseded
    /// No passcode is set.
    case noPasscode
    /// The passcode could not be verified, for this reason.
    case failed(LockError)
}
