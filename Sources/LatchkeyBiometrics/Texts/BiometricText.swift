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
    /// The message for ``BiometricAuthError/notAvailable``.
    case notAvailable
    /// The message for ``BiometricAuthError/notEnrolled``.
    case notEnrolled
    /// The message for ``BiometricAuthError/devicePasscodeNotSet``.
    case devicePasscodeNotSet
    /// The message for ``BiometricAuthError/lockout``.
    case lockout
    /// The message for ``BiometricAuthError/userCanceled`` and ``BiometricAuthError/appCanceled``.
    case cancelled
    /// The message for ``BiometricAuthError/userFallback``.
    case passcodeRequested
    /// The message for ``BiometricAuthError/systemCanceled``.
    case cancelledBySystem
    /// The message for ``BiometricAuthError/authenticationFailed``.
    case failed
    /// The message for ``BiometricAuthError/systemError(code:text:)`` if the system supplies no text.
    case unknown

    /// The texts about biometrics in each language, English first.
    public static var translations: [BiometricTexts] {
        [english, french, german, spanish, italian, portuguese, dutch, polish, japanese, arabic]
    }
}
