// Exported: an app that names a text or a language needs no second import.
@_exported public import LatchkeyCore

/// What this module says to users, in one language.
public typealias BiometricTexts = LocalizedTexts<BiometricText>

/// The names of what this module says to users, in one language.
public enum BiometricText: String, TextKey {
    /// The passcode, as a name on a button.
    case passcode
    /// A fingerprint reader, as a name on a button.
    case fingerprint
    /// Biometrics of any kind, as a name on a button.
    case biometrics
    /// For ``BiometricAuthError/notAvailable``.
    case notAvailable
    /// For ``BiometricAuthError/notEnrolled``.
    case notEnrolled
    /// For ``BiometricAuthError/devicePasscodeNotSet``.
    case devicePasscodeNotSet
    /// For ``BiometricAuthError/lockout``.
    case lockout
    /// For ``BiometricAuthError/userCanceled`` and ``BiometricAuthError/appCanceled``.
    case cancelled
    /// For ``BiometricAuthError/userFallback``.
    case passcodeRequested
    /// For ``BiometricAuthError/systemCanceled``.
    case cancelledBySystem
    /// For ``BiometricAuthError/authenticationFailed``.
    case failed
    /// For ``BiometricAuthError/systemError(code:text:)`` without a text of the system.
    case unknown

    public static var translations: [BiometricTexts] { [english, french] }
}
