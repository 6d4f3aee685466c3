internal import LatchkeyCore

extension BiometricText {
    static let italian = BiometricTexts(
        language: "it",
        complete: [
            .passcode: "Codice",
            .passcodeInSentence: "il codice",
            .fingerprint: "Impronta digitale",
            .fingerprintInSentence: "l’impronta digitale",
            .biometrics: "Biometria",
            .biometricsInSentence: "la biometria",
            .notAvailable: "L’autenticazione biometrica non è disponibile su questo dispositivo.",
            .notEnrolled: "Nessun dato biometrico registrato. Configura Face ID o Touch ID in Impostazioni.",
            .devicePasscodeNotSet: "Questo dispositivo non ha un codice. Impostane uno in Impostazioni.",
            .lockout: "L’autenticazione biometrica è bloccata per troppi tentativi non riusciti. Usa il codice.",
            .cancelled: "L’autenticazione è stata annullata.",
            .passcodeRequested: "È stato richiesto l’inserimento del codice.",
            .cancelledBySystem: "L’autenticazione è stata annullata dal sistema.",
            .failed: "Autenticazione non riuscita. Riprova.",
            .unknown: "Si è verificato un errore. Riprova o usa il codice.",
        ])
}
