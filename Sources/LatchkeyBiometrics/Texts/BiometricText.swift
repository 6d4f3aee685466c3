// Exported, so that an app that names a text or a language needs no second import.
@_exported public import LatchkeyCore

/// This module's texts for users in one language.
public typealias BiometricTexts = LocalizedTexts<BiometricText>

/// The keys of this module's texts for users.
public enum BiometricText: String, TextKey {
    /// The passcode, as the name on a button.
    case passcode
    /// The passcode within a sentence, after the word for "with".
    case passcodeInSentence
    /// A fingerprint reader, as the name on a button.
    case fingerprint
    /// A fingerprint reader within a sentence, after the word for "with".
    case fingerprintInSentence
    /// Biometrics of any kind, as the name on a button.
    case biometrics
    /// Biometrics of any kind within a sentence, after the word for "with".
    case biometricsInSentence
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
    /// For ``BiometricAuthError/systemError(code:text:)`` if the system supplies no text.
    case unknown

    public static var translations: [BiometricTexts] {
        [english, french, german, spanish, italian, portuguese, dutch, polish, japanese, arabic]
    }
}
