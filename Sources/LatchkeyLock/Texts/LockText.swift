// Exported, so that an app that names a text or a language needs no second import.
@_exported public import LatchkeyCore

/// The lock's texts for users in one language.
public typealias LockTexts = LocalizedTexts<LockText>

/// The keys of the lock's texts for users.
public enum LockText: String, TextKey {
    /// The message for a wrong passcode, with `{count}` attempts left.
    case wrongWithCount
    /// The message for a wrong passcode without a limit.
    case wrong
    /// The message for an attempt that comes too early: `{seconds}` is the delay.
    case wait
    /// The message if no attempts are left.
    case exhausted
    /// The message if the server has destroyed its key for this device.
    case deviceShut
    /// The message if no passcode is set.
    case noPasscode
    /// The message if a biometric match first requires the passcode once.
    case passcodeNeeded
    /// The passcode button of the system's biometric prompt.
    case enterPasscode
    /// The message if biometrics are not enabled.
    case biometricsOff
    /// The message for data that cannot be stored because only biometrics open the vault.
    case passcodeBeforeData
    /// The message for a vault that is locked.
    case locked
    /// The message for a new passcode that the policy rejects.
    case rejectedPopular, rejectedRepeated, rejectedRun, rejectedPairs, rejectedTriples, rejectedMirrored,
        rejectedKeypad
    case rejectedYear
    /// The message for a new passcode that is too easy to guess, for a reason that only the server knows.
    case rejectedCommon
    /// The message for a new passcode that is the current one.
    case rejectedReused
    /// The message for a secure storage that is locked or cannot be read now.
    case unreadable
    /// The message for a storage that another kind of lock in the same app uses: a bug of the app.
    case storageInUse
    /// The message for stored data that is damaged or bound to another device.
    case damaged
    /// The message for data that a newer version of the app stored.
    case newerVersion
    /// The message for a change that conflicts with another process's, or that failed otherwise.
    case notChanged
    /// The message for a recovery key that does not open the vault.
    case recoveryRejected
    /// The message if the passcode slot requires the server, which cannot be reached.
    case serverNeeded
    /// The message if the passcode was changed on another device since this slot was created.
    case passcodeChangedElsewhere
    /// The message if the server requires the passcode again to register this device.
    case passcodeAgain
    /// The message if the passcode slot requires the server, which does not know this device.
    case deviceUnknown
    /// The message if the account has as many devices as the server allows.
    case tooManyDevices
    /// The message if the server responded with another device's key.
    case serverBroken

    /// The lock's texts in each language, English first.
    public static var translations: [LockTexts] {
        [english, french, german, spanish, italian, portuguese, dutch, polish, japanese, arabic]
    }
}
