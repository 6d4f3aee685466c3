public import LatchkeyCore

extension BiometricText {
    public static let french = BiometricTexts(
        language: "fr",
        complete: [
            .passcode: "Code",
            .fingerprint: "Empreinte digitale",
            .biometrics: "Biométrie",
            .notAvailable: "L’authentification biométrique n’est pas disponible sur cet appareil.",
            .notEnrolled:
                "Aucune donnée biométrique n’est enregistrée. Configurez Face ID ou Touch ID dans les réglages.",
            .devicePasscodeNotSet: "Cet appareil n’a pas de code. Définissez-en un dans les réglages.",
            .lockout: "L’authentification biométrique est bloquée après trop d’échecs. Utilisez votre code.",
            .cancelled: "L’authentification a été annulée.",
            .passcodeRequested: "Saisie du code demandée.",
            .cancelledBySystem: "L’authentification a été annulée par le système.",
            .failed: "L’authentification a échoué. Réessayez.",
            .unknown: "Une erreur est survenue. Réessayez ou utilisez votre code.",
        ])
}

extension BiometricTexts {
    /// French.
    public static var french: BiometricTexts { BiometricText.french }
}
