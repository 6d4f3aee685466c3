// Exported, so that an app that names a text or a language needs no second import.
@_exported public import LatchkeyCore

/// The keys of the screens' texts for users.
public enum ScreenText: String, TextKey {
    // Passcodes.
    case enterPasscode, enterFormerPasscode, enterCurrentPasscode, enterAccountPasscode
    case chooseNewPasscode, confirmNewPasscode, passcodeIsSet, passcodesDiffer
    case forgotPasscode, deleteDigit
    /// `{biometrics}` is the name of the biometrics.
    case unlockWithBiometrics
    case authenticationRequired, authenticationFailed
    /// For screen readers: `{count}` of six digits are typed.
    case digitsTyped

    // Sign-in and reset.
    case signIn, enterEmail, email, emailMalformed
    /// `{email}` is the email address.
    case enterCode
    case code, codeMalformed, sendCodeAgain, eraseOtherAccount
    /// `{name}` is the name of the team's own login.
    case continueWith
    case enterEmailForReset
    /// `{email}` is the email address.
    case enterResetCode

    // The offer after signing in.
    case offerTitle, offerReason, setUpNow, setUpLater
    /// The reason in an app without an account.
    case offerReasonOnDevice
    /// `{biometrics}` is the name of the biometrics.
    case offerBiometrics, offerBiometricsReason
    /// The reason for biometrics alone, without a passcode.
    case offerBiometricsOnlyReason
    /// The reason that a passcode is required in addition to biometrics, before the app stores data.
    case passcodeBeforeData
    case enable, notNow, signInAgain

    // Settings.
    case security, settings, passcode, changePasscode, turnOffPasscode, turnOnPasscode, setPasscode, lockNow, timeout
    case timeoutImmediately
    /// `{count}` is the number of minutes.
    case timeoutMinutes
    case timeoutOneHour
    // The team's rules.
    case teamForbidsBiometrics
    /// `{time}` is the longest timeout.
    case teamLimitsTimeout
    case on, off, signOut, signOutWarning, deleteAccount, deleteAccountWarning, cancel, done, tryAgain

    // The account's devices.
    case devices, shutDevice, shutDeviceWarning, unnamedDevice, noDevices

    // Results.
    case passcodeChanged, passcodeReset, opensWithoutServer

    /// The screens' texts in each language, English first.
    public static var translations: [LocalizedTexts<ScreenText>] {
        [english, french, german, spanish, italian, portuguese, dutch, polish, japanese, arabic]
    }
}
