internal import LatchkeyCore

extension LockText {
    static let spanish = LockTexts(
        language: "es",
        complete: [
            .wrong: "Código incorrecto. Inténtalo de nuevo.",
            .wait: "Demasiados intentos. Próximo intento en {seconds}\u{A0}s.",
            .exhausted: "Demasiados intentos fallidos. El código ya no es válido.",
            .deviceShut: "Este dispositivo se ha revocado. Vuelve a iniciar sesión para usarlo.",
            .noPasscode: "No hay ningún código definido.",
            .passcodeNeeded: "Introduce tu código una vez para volver a usar la biometría.",
            .enterPasscode: "Introducir el código",
            .biometricsOff: "La autenticación biométrica está desactivada.",
            .passcodeBeforeData: "Define primero un código. Sin él, la app no puede guardar datos en este dispositivo.",
            .locked: "La app está bloqueada.",
            .rejectedPopular: "Demasiado fácil de adivinar: uno de los códigos más usados. Elige otro código.",
            .rejectedRepeated: "Demasiado fácil de adivinar: un solo dígito repetido. Elige otro código.",
            .rejectedRun: "Demasiado fácil de adivinar: dígitos consecutivos. Elige otro código.",
            .rejectedPairs: "Demasiado fácil de adivinar: pares de dígitos. Elige otro código.",
            .rejectedTriples: "Demasiado fácil de adivinar: grupos de tres o una mitad repetida. Elige otro código.",
            .rejectedMirrored: "Demasiado fácil de adivinar: se lee igual en los dos sentidos. Elige otro código.",
            .rejectedKeypad: "Demasiado fácil de adivinar: un patrón sencillo en el teclado. Elige otro código.",
            .rejectedYear: "Demasiado fácil de adivinar: un año o un 1 de enero. Elige otro código.",
            .rejectedCommon: "Demasiado fácil de adivinar. Elige otro código.",
            .rejectedReused: "Este es tu código actual. Elige otro código.",
            .unreadable:
                "Tu código no se puede leer en este momento. La app sigue bloqueada. Inténtalo de nuevo, por favor.",
            .storageInUse:
                "El bloqueo de la app está configurado dos veces. Ponte en contacto con su desarrollador, por favor.",
            .damaged: StoredDataText.spanish[.damaged],
            .newerVersion: "Los datos se guardaron con una versión más reciente. Actualiza la app, por favor.",
            .notChanged: "No se ha cambiado nada. Inténtalo de nuevo, por favor.",
            .recoveryRejected: "Los datos de este dispositivo no se pueden recuperar con esta cuenta.",
            .serverNeeded:
                "Para desbloquear se necesita conexión con el servidor. Comprueba tu conexión e inténtalo de nuevo.",
            .passcodeChangedElsewhere:
                "Tu código se ha cambiado en otro dispositivo. Vuelve a iniciar sesión, por favor.",
            .passcodeAgain: "Introduce de nuevo tu código, por favor.",
            .deviceUnknown: "El servidor no reconoce este dispositivo. Vuelve a iniciar sesión, por favor.",
            .tooManyDevices:
                "Tu cuenta tiene demasiados dispositivos. Revoca uno en los ajustes e inténtalo de nuevo.",
            .serverBroken:
                "El servidor no puede desbloquear este dispositivo. Ponte en contacto con tu administrador, por favor.",
        ],
        counts: [
            .wrongWithCount: [
                .one: "Código incorrecto. Queda {count}\u{A0}intento.",
                .other: "Código incorrecto. Quedan {count}\u{A0}intentos.",
            ]
        ])
}
