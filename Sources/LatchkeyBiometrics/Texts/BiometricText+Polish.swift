internal import LatchkeyCore

extension BiometricText {
    static let polish = BiometricTexts(
        language: "pl",
        complete: [
            .passcode: "Kod",
            .passcodeInSentence: "kodu",
            .fingerprint: "Odcisk palca",
            .fingerprintInSentence: "odcisku palca",
            .biometrics: "Dane biometryczne",
            .biometricsInSentence: "danych biometrycznych",
            .notAvailable: "Uwierzytelnianie biometryczne nie jest dostępne na tym urządzeniu.",
            .notEnrolled: "Nie zarejestrowano danych biometrycznych. Skonfiguruj Face ID lub Touch ID w Ustawieniach.",
            .devicePasscodeNotSet: "To urządzenie nie ma kodu. Ustaw go w Ustawieniach.",
            .lockout: "Uwierzytelnianie biometryczne zostało zablokowane po zbyt wielu nieudanych próbach. Użyj kodu.",
            .cancelled: "Uwierzytelnianie zostało anulowane.",
            .passcodeRequested: "Wybrano wpisanie kodu.",
            .cancelledBySystem: "Uwierzytelnianie zostało anulowane przez system.",
            .failed: "Uwierzytelnianie nie powiodło się. Spróbuj ponownie.",
            .unknown: "Coś poszło nie tak. Spróbuj ponownie lub użyj kodu.",
        ])
}
