internal import LatchkeyCore

extension BiometricText {
    static let portuguese = BiometricTexts(
        language: "pt-BR",
        complete: [
            .passcode: "Código",
            .passcodeInSentence: "o código",
            .fingerprint: "Impressão digital",
            .fingerprintInSentence: "a impressão digital",
            .biometrics: "Biometria",
            .biometricsInSentence: "a biometria",
            .notAvailable: "A autenticação biométrica não está disponível neste dispositivo.",
            .notEnrolled: "Nenhum dado biométrico registrado. Configure o Face ID ou o Touch ID em Ajustes.",
            .devicePasscodeNotSet: "Este dispositivo não tem código. Defina um em Ajustes.",
            .lockout:
                "A autenticação biométrica está bloqueada devido a muitas tentativas malsucedidas. Use seu código.",
            .cancelled: "A autenticação foi cancelada.",
            .passcodeRequested: "Foi solicitado o uso do código.",
            .cancelledBySystem: "A autenticação foi cancelada pelo sistema.",
            .failed: "Falha na autenticação. Tente novamente.",
            .unknown: "Algo deu errado. Tente novamente ou use seu código.",
        ])
}
