// Exported: an app that names a text or a language needs no second import.
@_exported public import LatchkeyCore

/// What the lock says to users, in one language.
public typealias LockTexts = LocalizedTexts<LockText>

/// The names of what the lock says to users, in one language.
public enum LockText: String, TextKey {
    /// For a wrong passcode with more than one guess left, or any number: `{count}` is it.
    case wrongWithCount
    /// For a wrong passcode with one guess left.
    case wrongWithOneLeft
    /// For a wrong passcode without a limit.
    case wrong
    /// For a guess that comes too early: `{seconds}` is the wait.
    case wait
    /// For when all guesses are spent.
    case exhausted
    /// For when there is no passcode to check.
    case noPasscode
    /// For when a biometric match needs the passcode once before.
    case passcodeNeeded
    /// The button of the system's biometric prompt that leads to the passcode.
    case enterPasscode
    /// For when biometrics are not turned on.
    case biometricsOff
    /// For data that cannot be stored because biometrics alone open the vault.
    case passcodeBeforeData
    /// For a vault that is locked.
    case locked
    /// For a new passcode that the policy rejects.
    case refusedPopular, refusedRepeated, refusedRun, refusedPairs, refusedTriples, refusedMirrored, refusedKeypad
    case refusedYear
    /// For a new passcode that is too easy to guess, for a reason that only the server knows.
    case refusedCommon
    /// For a new passcode that is the present one.
    case refusedReused
    /// For a secure storage that is locked or cannot be read right now.
    case unreadable
    /// For a storage that another kind of lock in the same app uses: a mistake of its developer.
    case storageInUse
    /// For what is stored and damaged, or tied to another device.
    case damaged
    /// For what a newer version of the app stored.
    case newerVersion
    /// For a change that another process made at the same time, or that otherwise did not take place.
    case notChanged
    /// For a recovery key that does not open the vault.
    case recoveryRefused

    public static var translations: [LockTexts] { [english, french] }
}
