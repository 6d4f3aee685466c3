internal import LatchkeyCore

extension LockText {
    static let portuguese = LockTexts(
        language: "pt-BR",
        complete: [
            .wrong: "Código incorreto. Tente novamente.",
            .wait: "Muitas tentativas. Tente novamente em {seconds}\u{A0}s.",
            .exhausted: "Muitas tentativas malsucedidas. O código não funciona mais.",
            .deviceShut: "Este dispositivo foi inutilizado. Entre novamente para usá-lo.",
            .noPasscode: "Nenhum código definido.",
            .passcodeNeeded: "Digite seu código uma vez para usar a biometria novamente.",
            .enterPasscode: "Digitar código",
            .biometricsOff: "A autenticação biométrica está desativada.",
            .passcodeBeforeData:
                "Defina um código primeiro. Sem ele, o app não pode armazenar dados neste dispositivo.",
            .locked: "O app está bloqueado.",
            .rejectedPopular: "Muito fácil de adivinhar: é um dos códigos mais comuns. Escolha outro código.",
            .rejectedRepeated: "Muito fácil de adivinhar: um único dígito repetido. Escolha outro código.",
            .rejectedRun: "Muito fácil de adivinhar: dígitos em sequência. Escolha outro código.",
            .rejectedPairs: "Muito fácil de adivinhar: pares de dígitos. Escolha outro código.",
            .rejectedTriples:
                "Muito fácil de adivinhar: grupos de três dígitos ou uma metade repetida. Escolha outro código.",
            .rejectedMirrored: "Muito fácil de adivinhar: igual de trás para frente. Escolha outro código.",
            .rejectedKeypad: "Muito fácil de adivinhar: um padrão simples no teclado. Escolha outro código.",
            .rejectedYear: "Muito fácil de adivinhar: um ano ou um 1º de janeiro. Escolha outro código.",
            .rejectedCommon: "Muito fácil de adivinhar. Escolha outro código.",
            .rejectedReused: "Este é o seu código atual. Escolha outro código.",
            .unreadable: "Não é possível ler seu código no momento. O app continua bloqueado. Tente novamente.",
            .storageInUse:
                "O bloqueio do app está configurado duas vezes. Entre em contato com o desenvolvedor do app.",
            .damaged: StoredDataText.portuguese[.damaged],
            .newerVersion: "Os dados foram salvos por uma versão mais recente. Atualize o app.",
            .notChanged: "Nada foi alterado. Tente novamente.",
            .recoveryRejected: "Os dados neste dispositivo não podem ser recuperados com esta conta.",
            .serverNeeded:
                "Para desbloquear, é necessária uma conexão com o servidor. Verifique sua conexão e tente novamente.",
            .passcodeChangedElsewhere: "Seu código foi alterado em outro dispositivo. Entre novamente.",
            .passcodeAgain: "Digite seu código novamente.",
            .deviceUnknown: "O servidor não reconhece este dispositivo. Entre novamente.",
            .tooManyDevices: "Sua conta tem dispositivos demais. Inutilize um deles nos ajustes e tente novamente.",
            .serverBroken: "O servidor não consegue desbloquear este dispositivo. Fale com o administrador.",
        ],
        counts: [
            .wrongWithCount: [
                .one: "Código incorreto. {count} tentativa restante.",
                .other: "Código incorreto. {count} tentativas restantes.",
            ]
        ])
}
