public import LatchkeyCore

extension ScreenText {
    /// The screens' texts in Brazilian Portuguese.
    public static let portuguese = LocalizedTexts<ScreenText>(
        language: "pt-BR",
        complete: [
            .enterPasscode: "Digite seu código",
            .enterFormerPasscode: "Digite seu código anterior",
            .enterCurrentPasscode: "Digite seu código atual",
            .enterAccountPasscode: "Digite o código da sua conta",
            .chooseNewPasscode: "Escolha um novo código de 6 dígitos",
            .confirmNewPasscode: "Confirme o novo código",
            .passcodeIsSet: "O código está definido",
            .passcodesDiffer: "Os códigos não coincidem. Escolha novamente.",
            .forgotPasscode: "Esqueceu o código?",
            .deleteDigit: "Apagar",
            .unlockWithBiometrics: "Desbloquear com {biometrics}",
            .authenticationRequired: "Autenticação necessária",
            .authenticationFailed: "Falha na autenticação",
            .digitsTyped: "Dígitos inseridos: {count} de 6",
            .signIn: "Entrar",
            .enterEmail: "Digite seu endereço de e-mail. Enviaremos um código para você.",
            .email: "Endereço de e-mail",
            .emailMalformed: "Digite um endereço de e-mail, como nome@example.com.",
            .enterCode: "Digite o código enviado para {email}",
            .code: "Código recebido",
            .codeMalformed: "O código tem 8 letras e números.",
            .continueWith: "Continuar com {name}",
            .sendCodeAgain: "Enviar um novo código",
            .eraseOtherAccount: "Apagar e entrar novamente",
            .enterEmailForReset:
                "Digite seu endereço de e-mail. Enviaremos um código para redefinir seu código de bloqueio.",
            .enterResetCode: "Digite o código de redefinição enviado para {email}",
            .offerTitle: "Definir um código?",
            .offerReason:
                "Ele bloqueia o app quando você sai dele. Sem o código, será preciso entrar na conta todas as vezes.",
            .offerReasonOnDevice: "Ele bloqueia o app quando você sai dele. Ninguém pode redefini-lo: memorize-o bem.",
            .setUpNow: "Definir agora",
            .setUpLater: "Definir depois",
            .offerBiometrics: "Desbloquear com {biometrics}?",
            .offerBiometricsReason: "É mais rápido do que o código, que continua funcionando.",
            .offerBiometricsOnlyReason:
                "Sua sessão continua aberta, e a biometria desbloqueia o app. Sem ela, será preciso entrar todas as "
                + "vezes.",
            .passcodeBeforeData:
                "Os dados do app neste dispositivo exigem um código. Só com a biometria, eles poderiam ser perdidos.",
            .enable: "Ativar",
            .signInAgain: "Entrar novamente",
            .notNow: "Agora não",
            .security: "Segurança",
            .settings: "Ajustes",
            .passcode: "Código",
            .changePasscode: "Alterar código",
            .turnOffPasscode: "Desativar código",
            .turnOnPasscode: "Ativar código",
            .setPasscode: "Definir um código",
            .lockNow: "Bloquear agora",
            .timeout: "Bloquear após",
            .timeoutImmediately: "Imediatamente",
            .timeoutOneHour: "1 hora",
            .teamForbidsBiometrics: "Sua equipe não permite biometria.",
            .teamLimitsTimeout: "Tempo máximo permitido pela sua equipe: {time}.",
            .on: "Sim",
            .off: "Não",
            .signOut: "Sair",
            .signOutWarning: "Ao sair da conta, os dados do app neste dispositivo serão apagados.",
            .deleteAccount: "Excluir conta",
            .deleteAccountWarning:
                "Sua conta será excluída permanentemente, e os dados do app serão apagados deste dispositivo.",
            .devices: "Dispositivos",
            .shutDevice: "Inutilizar este dispositivo",
            .shutDeviceWarning:
                "Inutilize um dispositivo perdido: os dados dele, mesmo copiados, só poderão ser abertos após um novo "
                + "login.",
            .unnamedDevice: "Dispositivo sem nome",
            .noDevices: "Nenhum dispositivo precisa do servidor para desbloquear.",
            .cancel: "Cancelar",
            .done: "Concluir",
            .tryAgain: "Tentar novamente",
            .passcodeChanged: "Seu código foi alterado em outro dispositivo. Digite o novo.",
            .passcodeReset: "Seu novo código está definido.",
            .opensWithoutServer:
                "O servidor é obrigatório para desbloquear, mas este dispositivo ainda é desbloqueado sem ele.",
        ],
        counts: [.timeoutMinutes: [.one: "{count} minuto", .other: "{count} minutos"]])
}
