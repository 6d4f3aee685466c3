internal import LatchkeyCore

extension BiometricText {
    static let french = BiometricTexts(
        language: "fr",
        complete: [
            .passcode: "Code",
            .passcodeInSentence: "le code",
            .fingerprint: "Empreinte digitale",
            .fingerprintInSentence: "l’empreinte digitale",
            .biometrics: "Biométrie",
            .biometricsInSentence: "la biométrie",
            .notAvailable: "L’authentification biométrique n’est pas disponible sur cet appareil.",
            .notEnrolled:
                "Aucune donnée biométrique n’est enregistrée. Veuillez configurer Face ID ou Touch ID dans Réglages.",
            .devicePasscodeNotSet: "Cet appareil n’a pas de code. Veuillez en définir un dans Réglages.",
            .lockout:
                "L’authentification biométrique est bloquée après trop de tentatives échouées. Veuillez utiliser "
                + "votre code.",
            .cancelled: "L’authentification a été annulée.",
            .passcodeRequested: "Saisie du code demandée.",
            .cancelledBySystem: "L’authentification a été annulée par le système.",
            .failed: "L’authentification a échoué. Veuillez réessayer.",
            .unknown: "Une erreur s’est produite. Veuillez réessayer ou utiliser votre code.",
        ])
}
