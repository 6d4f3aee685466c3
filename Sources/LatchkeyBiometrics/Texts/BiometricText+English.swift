public import LatchkeyCore

extension BiometricText {
    /// The texts about biometrics in English.
    public static let english = BiometricTexts(
        language: "en",
        complete: [
            .passcode: "Passcode",
            .passcodeInSentence: "passcode",
            .fingerprint: "Fingerprint",
            .fingerprintInSentence: "fingerprint",
            .biometrics: "Biometrics",
            .biometricsInSentence: "biometrics",
            .notAvailable: "Biometric authentication is not available on this device.",
            .notEnrolled: "No biometric data is enrolled. Please set up Face ID or Touch ID in Settings.",
            .devicePasscodeNotSet: "This device has no passcode. Please set one in Settings.",
            .lockout: "Biometric authentication is locked due to too many failed attempts. Please use your passcode.",
            .cancelled: "Authentication was cancelled.",
            .passcodeRequested: "Passcode authentication requested.",
            .cancelledBySystem: "Authentication was cancelled by the system.",
            .failed: "Authentication failed. Please try again.",
            .unknown: "Something went wrong. Please try again or use your passcode.",
        ])
}
