/// What this module says to users, in one language.
///
/// Another language is one more value of this type: in a file here, with a line in ``all``, or in the app.
public struct BiometricTexts: Hashable, Sendable {
    /// The language's code: `en`, `fr`.
    public var language: String
    /// The passcode, as a name on a button.
    public var passcode: String
    /// A fingerprint reader, as a name on a button.
    public var fingerprint: String
    /// Biometrics of any kind, as a name on a button.
    public var biometrics: String
    /// For ``BiometricAuthError/notAvailable``.
    public var notAvailable: String
    /// For ``BiometricAuthError/notEnrolled``.
    public var notEnrolled: String
    /// For ``BiometricAuthError/devicePasscodeNotSet``.
    public var devicePasscodeNotSet: String
    /// For ``BiometricAuthError/lockout``.
    public var lockout: String
    /// For ``BiometricAuthError/userCanceled`` and ``BiometricAuthError/appCanceled``.
    public var cancelled: String
    /// For ``BiometricAuthError/userFallback``.
    public var passcodeRequested: String
    /// For ``BiometricAuthError/systemCanceled``.
    public var cancelledBySystem: String
    /// For ``BiometricAuthError/authenticationFailed``.
    public var failed: String
    /// For ``BiometricAuthError/systemError(code:text:)`` without a text of the system.
    public var unknown: String

    /// Texts of an app's own, complete by construction.
    public init(
        language: String, passcode: String, fingerprint: String, biometrics: String, notAvailable: String,
        notEnrolled: String, devicePasscodeNotSet: String, lockout: String, cancelled: String,
        passcodeRequested: String, cancelledBySystem: String, failed: String, unknown: String
    ) {
        self.language = language
        self.passcode = passcode
        self.fingerprint = fingerprint
        self.biometrics = biometrics
        self.notAvailable = notAvailable
        self.notEnrolled = notEnrolled
        self.devicePasscodeNotSet = devicePasscodeNotSet
        self.lockout = lockout
        self.cancelled = cancelled
        self.passcodeRequested = passcodeRequested
        self.cancelledBySystem = cancelledBySystem
        self.failed = failed
        self.unknown = unknown
    }

    /// The languages that come with the library, English first.
    public static let all: [BiometricTexts] = [.english, .french]

    /// The texts in the first of the languages that there are texts for; English if there is none.
    ///
    /// - Parameter languages: Codes in the order of preference, with or without region: `fr-CA`, `fr_FR.UTF-8`, `en`.
    public static func preferred(from languages: some Sequence<String>) -> BiometricTexts {
        for tag in languages {
            let language = tag.prefix { $0.isLetter }.lowercased()
            if let texts = all.first(where: { $0.language == language }) { return texts }
        }
        return .english
    }
}
