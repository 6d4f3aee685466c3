internal import LatchkeyCore

extension BiometricText {
    static let german = BiometricTexts(
        language: "de",
        complete: [
            .passcode: "Code",
            .passcodeInSentence: "Code",
            .fingerprint: "Fingerabdruck",
            .fingerprintInSentence: "Fingerabdruck",
            .biometrics: "Biometrie",
            .biometricsInSentence: "Biometrie",
            .notAvailable: "Die biometrische Authentifizierung ist auf diesem Gerät nicht verfügbar.",
            .notEnrolled:
                "Es sind keine biometrischen Daten registriert. Bitte richten Sie Face ID oder Touch ID in den "
                + "Einstellungen ein.",
            .devicePasscodeNotSet: "Dieses Gerät hat keinen Code. Bitte legen Sie in den Einstellungen einen fest.",
            .lockout:
                "Die biometrische Authentifizierung ist nach zu vielen Fehlversuchen gesperrt. Bitte verwenden Sie "
                + "Ihren Code.",
            .cancelled: "Die Authentifizierung wurde abgebrochen.",
            .passcodeRequested: "Codeeingabe angefordert.",
            .cancelledBySystem: "Die Authentifizierung wurde vom System abgebrochen.",
            .failed: "Die Authentifizierung ist fehlgeschlagen. Bitte versuchen Sie es erneut.",
            .unknown: "Es ist ein Fehler aufgetreten. Bitte versuchen Sie es erneut oder verwenden Sie Ihren Code.",
        ])
}
