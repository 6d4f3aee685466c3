public import LatchkeyCore

extension ScreenText {
    /// The screens' texts in Spanish.
    public static let spanish = LocalizedTexts<ScreenText>(
        language: "es",
        complete: [
            .enterPasscode: "Introduce tu código",
            .enterFormerPasscode: "Introduce tu código anterior",
            .enterCurrentPasscode: "Introduce tu código actual",
            .enterAccountPasscode: "Introduce el código de tu cuenta",
            .chooseNewPasscode: "Elige un código nuevo de 6\u{A0}dígitos",
            .confirmNewPasscode: "Vuelve a introducir el código nuevo",
            .passcodeIsSet: "El código está definido",
            .passcodesDiffer: "Los códigos no coinciden. Elige de nuevo.",
            .forgotPasscode: "¿Has olvidado el código?",
            .deleteDigit: "Borrar",
            .unlockWithBiometrics: "Desbloquear con {biometrics}",
            .authenticationRequired: "Autenticación necesaria",
            .authenticationFailed: "Error de autenticación",
            .digitsTyped: "Dígitos introducidos: {count} de 6",
            .signIn: "Iniciar sesión",
            .enterEmail: "Introduce tu dirección de correo. Te enviaremos un código de verificación.",
            .email: "Correo electrónico",
            .emailMalformed: "Introduce una dirección de correo, como nombre@example.com.",
            .enterCode: "Introduce el código de verificación enviado a {email}",
            .code: "Código de verificación",
            .codeMalformed: "El código de verificación tiene 8\u{A0}letras y números.",
            .continueWith: "Continuar con {name}",
            .sendCodeAgain: "Enviar otro código de verificación",
            .eraseOtherAccount: "Borrar y volver a iniciar sesión",
            .enterEmailForReset:
                "Introduce tu dirección de correo. Te enviaremos un código de verificación para restablecer tu código.",
            .enterResetCode: "Introduce el código de verificación enviado a {email}",
            .offerTitle: "¿Configurar un código?",
            .offerReason: "Bloquea la app cuando sales de ella. Sin él, tendrás que iniciar sesión cada vez.",
            .offerReasonOnDevice:
                "Bloquea la app cuando sales de ella. Nadie puede restablecerlo, así que memorízalo bien.",
            .setUpNow: "Configurar ahora",
            .setUpLater: "Configurar más tarde",
            .offerBiometrics: "¿Desbloquear con {biometrics}?",
            .offerBiometricsReason: "Es más rápido que tu código, que sigue siendo válido.",
            .offerBiometricsOnlyReason:
                "Tu sesión sigue abierta y la biometría desbloquea la app. Sin ella, tendrás que iniciar sesión "
                + "cada vez.",
            .passcodeBeforeData:
                "Los datos de la app en este dispositivo requieren un código. Solo con la biometría, podrían perderse.",
            .enable: "Activar",
            .signInAgain: "Volver a iniciar sesión",
            .notNow: "Ahora no",
            .security: "Seguridad",
            .settings: "Ajustes",
            .passcode: "Código",
            .changePasscode: "Cambiar el código",
            .turnOffPasscode: "Desactivar el código",
            .turnOnPasscode: "Activar el código",
            .setPasscode: "Configurar un código",
            .lockNow: "Bloquear ahora",
            .timeout: "Bloquear tras",
            .timeoutImmediately: "Inmediatamente",
            .timeoutOneHour: "1\u{A0}hora",
            .teamForbidsBiometrics: "Tu equipo no permite la biometría.",
            .teamLimitsTimeout: "Tiempo máximo que permite tu equipo: {time}.",
            .on: "Sí",
            .off: "No",
            .signOut: "Cerrar sesión",
            .signOutWarning: "Al cerrar sesión, se borran los datos de la app en este dispositivo.",
            .deleteAccount: "Eliminar la cuenta",
            .deleteAccountWarning:
                "Tu cuenta se eliminará de forma permanente y se borrarán los datos de la app en este dispositivo.",
            .devices: "Dispositivos",
            .shutDevice: "Inhabilitar este dispositivo",
            .shutDeviceWarning:
                "Inhabilita un dispositivo perdido: sus datos, incluso copiados, solo se abrirán tras volver a iniciar "
                + "sesión.",
            .unnamedDevice: "Dispositivo sin nombre",
            .noDevices: "Ningún dispositivo necesita el servidor para desbloquearse.",
            .cancel: "Cancelar",
            .done: "Listo",
            .tryAgain: "Reintentar",
            .passcodeChanged: "Tu código se ha cambiado en otro dispositivo. Introduce el nuevo, por favor.",
            .passcodeReset: "Tu código nuevo está definido.",
            .opensWithoutServer:
                "El servidor es obligatorio para desbloquear, pero este dispositivo aún se desbloquea sin él.",
        ],
        counts: [.timeoutMinutes: [.one: "{count}\u{A0}minuto", .other: "{count}\u{A0}minutos"]])
}
