internal import LatchkeyCore

extension BiometricText {
    static let spanish = BiometricTexts(
        language: "es",
        complete: [
            .passcode: "Código",
            .passcodeInSentence: "el código",
            .fingerprint: "Huella digital",
            .fingerprintInSentence: "la huella digital",
            .biometrics: "Biometría",
            .biometricsInSentence: "la biometría",
            .notAvailable: "La autenticación biométrica no está disponible en este dispositivo.",
            .notEnrolled: "No hay datos biométricos registrados. Configura Face ID o Touch ID en Ajustes, por favor.",
            .devicePasscodeNotSet: "Este dispositivo no tiene código. Define uno en Ajustes, por favor.",
            .lockout:
                "La autenticación biométrica está bloqueada tras demasiados intentos fallidos. Usa tu código, por "
                + "favor.",
            .cancelled: "Se ha cancelado la autenticación.",
            .passcodeRequested: "Se ha solicitado el código.",
            .cancelledBySystem: "El sistema ha cancelado la autenticación.",
            .failed: "La autenticación ha fallado. Inténtalo de nuevo, por favor.",
            .unknown: "Se ha producido un error. Inténtalo de nuevo o usa tu código, por favor.",
        ])
}
