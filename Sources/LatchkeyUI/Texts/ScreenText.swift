// Exported: an app that names a text or a language needs no second import.
@_exported public import LatchkeyCore

/// The names of what the screens say to users.
public enum ScreenText: String, TextKey {
    // Asking for passcodes.
    case enterPasscode, enterFormerPasscode, enterCurrentPasscode, enterAccountPasscode
    case chooseNewPasscode, confirmNewPasscode, passcodeIsSet, passcodesDiffer
    case forgotPasscode, deleteDigit
    /// `{biometrics}` is their name.
    case unlockWithBiometrics
    case authenticationRequired, authenticationFailed
    /// For screen readers: `{count}` of six digits are typed.
    case digitsTyped

    // Signing in and resetting.
    case signIn, enterEmail, email, emailMalformed
    /// `{email}` is the address.
    case enterCode
    case code, codeMalformed, sendCodeAgain, eraseOtherAccount
    /// `{name}` is the name of the team's own login.
    case continueWith
    case enterEmailForReset
    /// `{email}` is the address.
    case enterResetCode

    // The offer after signing in.
    case offerTitle, offerReason, setUpNow, setUpLater
    /// Why, in an app without an account.
    case offerReasonOnDevice
    /// `{biometrics}` is their name.
    case offerBiometrics, offerBiometricsReason
    /// Why, without a passcode beside them.
    case offerBiometricsOnlyReason
    /// Why a passcode is needed beside biometrics, before the app keeps data of its own.
    case passcodeBeforeData
    case enable, notNow, signInAgain

    // Settings.
    case security, settings, passcode, changePasscode, turnOffPasscode, turnOnPasscode, setPasscode, lockNow, timeout
    case timeoutImmediately, timeoutOneMinute
    /// `{count}` is the number.
    case timeoutMinutes
    case timeoutOneHour
    // What the team that runs the server decided.
    case teamForbidsBiometrics
    /// `{time}` is the longest timeout.
    case teamLimitsTimeout
    case on, off, signOut, signOutWarning, deleteAccount, deleteAccountWarning, cancel, done, tryAgain

    // What happened.
    case passcodeChanged, passcodeReset

    public static var translations: [LocalizedTexts<ScreenText>] { [english, french] }
}
