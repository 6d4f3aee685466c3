internal import LatchkeyCore

extension SessionText {
    static let portuguese = SessionTexts(
        language: "pt-BR",
        complete: [
            .sessionEnded: "Sua sessão foi encerrada. Entre novamente. Seus dados permanecem neste dispositivo.",
            .otherAccount: "Este dispositivo tem dados de outra conta. Ao entrar, eles serão apagados.",
            .resetRequired: "Seu código não funciona mais. Redefina-o.",
            .formerPasscodeNeeded:
                "O código está correto, mas os dados neste dispositivo estão bloqueados com seu código anterior.",
            .passcodeNeeded: "Digite seu código.",
            .signInRejected: "O login falhou ou expirou. Entre novamente.",
            .signInConflict:
                "Nenhuma conta para este login: o endereço de e-mail não foi verificado ou pertence a outra conta. "
                + "Fale com o administrador.",
            .emailSignInDisabled: "O login por e-mail está desativado. Entre com sua conta da equipe.",
            .codeWrong: "O código está incorreto ou expirou. Solicite um novo.",
            .teamRequiresPasscode: "Sua equipe exige um código.",
            .offline: "Não foi possível acessar o servidor. Verifique sua conexão e tente novamente.",
            .insecureConnection: "A conexão não é segura. Nada foi enviado.",
            .serverTrouble: "O servidor não pode atender a esta solicitação no momento. Tente novamente.",
            .tooManyRequests: "Muitas solicitações. Aguarde um momento.",
            .signedOut: "Você saiu da conta.",
            .storageTrouble: "Os dados neste dispositivo não podem ser lidos nem salvos. Nada foi alterado.",
        ])
}
