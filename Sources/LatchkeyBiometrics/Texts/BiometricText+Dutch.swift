internal import LatchkeyCore

extension BiometricText {
    static let dutch = BiometricTexts(
        language: "nl",
        complete: [
            .passcode: "Toegangscode",
            .passcodeInSentence: "toegangscode",
            .fingerprint: "Vingerafdruk",
            .fingerprintInSentence: "vingerafdruk",
            .biometrics: "Biometrie",
            .biometricsInSentence: "biometrie",
            .notAvailable: "Biometrische authenticatie is niet beschikbaar op dit apparaat.",
            .notEnrolled:
                "Er zijn geen biometrische gegevens ingesteld. Configureer Face ID of Touch ID in Instellingen.",
            .devicePasscodeNotSet: "Dit apparaat heeft geen toegangscode. Stel er een in via Instellingen.",
            .lockout:
                "Biometrische authenticatie is geblokkeerd na te veel mislukte pogingen. Gebruik je toegangscode.",
            .cancelled: "De authenticatie is geannuleerd.",
            .passcodeRequested: "Er is gekozen voor de toegangscode.",
            .cancelledBySystem: "De authenticatie is geannuleerd door het systeem.",
            .failed: "De authenticatie is mislukt. Probeer het opnieuw.",
            .unknown: "Er is iets misgegaan. Probeer het opnieuw of gebruik je toegangscode.",
        ])
}
