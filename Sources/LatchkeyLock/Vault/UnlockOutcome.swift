public import Foundation
package import LatchkeyPasscode

/// What came of giving a passcode: one type from the vault to the screen.
///
/// A layer that knows more of what can go wrong says it in `Failure`: `VaultError` in the lock, `SessionError` where there
/// is an account.
public enum UnlockOutcome<Failure: Error & Equatable>: Sendable, Equatable {
    /// The passcode is right; after an unlock the vault is open.
    case unlocked
    /// The passcode is wrong. That many guesses are left, or nil when there is no limit.
    case wrong(remaining: Int?)
    /// It is too early for another guess: none was made. By the wall clock as it stands now.
    case wait(until: Date)
    /// All guesses are spent: passcode and biometric slots are destroyed, or the vault is erased.
    case exhausted
    /// The passcode is right, but a lock came while it was checked, and wins.
    case superseded
    /// There is no passcode that could be checked.
    case noPasscode
    /// Nothing was found out about the passcode, for this reason.
    case failed(Failure)
}

extension UnlockOutcome {
    /// The same outcome, for a layer above.
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

/// What came of asking for a biometric match.
public enum BiometricUnlockOutcome: Sendable, Equatable {
    /// The match released the key: the vault is open.
    case unlocked
    /// The person, the app or the system called it off. Never counted.
    case cancelled
    /// The person asked for the passcode instead.
    case passcodeRequested
    /// Somebody was enrolled or removed, or the passcode was changed elsewhere: the passcode is asked for once.
    case passcodeNeeded
    /// Too many failed matches: the system asks for the device's passcode first.
    case lockedOut
    /// There is no reader, nobody is enrolled, or the app may not use it.
    case unavailable
    /// No match.
    case failed
    /// Biometrics are not on for this vault.
    case notEnabled
    /// All guesses of the passcode are spent, and the biometric slot is destroyed with it.
    case exhausted
    /// A lock came while it was asked, and wins.
    case superseded
    /// Nobody was asked, or nobody could answer: the app is not locked, not in front, another prompt took this one's place,
    /// or the app or the system took it down.
    case notAsked
    /// The vault could not be read: it stays locked.
    case unreadable(VaultError)
}

/// What stands between the app and its vault.
public enum VaultProtection: Sendable, Equatable {
    /// There is no vault.
    case absent
    /// There is a vault, and no passcode is set: it opens by itself.
    case open
    /// A passcode opens the vault, and a match if biometrics are on.
    case passcode(biometrics: Bool)
    /// Only a match opens the vault (requirement 03).
    case biometricsOnly
    /// Only the account's recovery key opens the vault.
    case awaitingRecovery
}

/// How a new vault is protected.
package enum NewVaultProtection: Sendable {
    /// Not at all, until a passcode is set ("Set up later").
    case open
    /// By a passcode.
    case passcode(Passcode)
    /// By biometrics alone: for tokens that can be had again by signing in, and for nothing else (requirement 03).
    case biometricsOnly
}
