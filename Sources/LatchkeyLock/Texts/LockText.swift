// Exported, so that an app that names a text or a language needs no second import.
@_exported public import LatchkeyCore

/// The lock's texts for users in one language.
public typealias LockTexts = LocalizedTexts<LockText>

/// The keys of the lock's texts for users.
public enum LockText: String, TextKey {
    /// For a wrong passcode, with `{count}` attempts left.
    case wrongWithCount
    /// For a wrong passcode without a limit.
    case wrong
    /// For an attempt that comes too early: `{seconds}` is the delay.
    case wait
    /// For when no attempts are left.
    case exhausted
    /// For when no passcode is set.
    case noPasscode
    /// For when a biometric match first requires the passcode once.
    case passcodeNeeded
    /// The passcode button of the system's biometric prompt.
    case enterPasscode
    /// For when biometrics are not enabled.
    case biometricsOff
    /// For data that cannot be stored because only biometrics open the vault.
    case passcodeBeforeData
    /// For a vault that is locked.
    case locked
    /// For a new passcode that the policy blocks.
    case refusedPopular, refusedRepeated, refusedRun, refusedPairs, refusedTriples, refusedMirrored, refusedKeypad
    case refusedYear
    /// For a new passcode that is too easy to guess, for a reason that only the server knows.
    case refusedCommon
    /// For a new passcode that is the current one.
    case refusedReused
    /// For a secure storage that is locked or cannot be read now.
    case unreadable
    /// For a storage that another kind of lock in the same app uses: a bug of the app.
    case storageInUse
    /// For stored data that is damaged or bound to another device.
    case damaged
    /// For data that a newer version of the app stored.
    case newerVersion
    /// For a change that conflicts with another process's, or that failed otherwise.
    case notChanged
    /// For a recovery key that does not open the vault.
    case recoveryRefused
    /// For a passcode slot that requires the server: it was not reached.
    case serverNeeded
    /// For the same: the passcode was changed on another device.
    case passcodeChangedElsewhere
    /// For the same: the server does not know this device.
    case deviceUnknown
    /// For the same: the server responded with a key that is not this device's.
    case serverBroken

    public static var translations: [LockTexts] {
        [english, french, german, spanish, italian, portuguese, dutch, polish, japanese, arabic]
    }
}
