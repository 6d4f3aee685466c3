internal import LatchkeyCore

extension SessionText {
    static let spanish = SessionTexts(
        language: "es",
        complete: [
            .sessionEnded:
                "Tu sesión ha finalizado. Vuelve a iniciar sesión, por favor. Tus datos permanecen en este "
                + "dispositivo.",
            .otherAccount: "Este dispositivo tiene datos de otra cuenta. Si inicias sesión, se borrarán.",
            .resetRequired: "Tu código ya no es válido. Restablécelo, por favor.",
            .formerPasscodeNeeded:
                "El código es correcto, pero los datos de este dispositivo están bloqueados con tu código anterior.",
            .passcodeNeeded: "Introduce tu código, por favor.",
            .signInRejected: "El inicio de sesión ha fallado o ha caducado. Vuelve a iniciar sesión, por favor.",
            .signInConflict:
                "No hay ninguna cuenta para este inicio de sesión: su dirección de correo no está verificada o "
                + "pertenece a otra cuenta. Ponte en contacto con tu administrador, por favor.",
            .emailSignInDisabled:
                "El inicio de sesión por correo está desactivado. Inicia sesión con tu cuenta de equipo.",
            .codeWrong: "El código de verificación es incorrecto o ha caducado. Solicita otro.",
            .teamRequiresPasscode: "Tu equipo exige un código.",
            .offline: "No se puede conectar con el servidor. Comprueba tu conexión e inténtalo de nuevo.",
            .insecureConnection: "La conexión no es segura. No se ha enviado nada.",
            .serverTrouble:
                "El servidor no puede atender esta solicitud en este momento. Inténtalo de nuevo, por favor.",
            .tooManyRequests: "Demasiadas solicitudes. Espera un momento, por favor.",
            .signedOut: "Has cerrado sesión.",
            .storageTrouble: "Los datos de este dispositivo no se pueden leer ni guardar. No se ha cambiado nada.",
        ])
}
