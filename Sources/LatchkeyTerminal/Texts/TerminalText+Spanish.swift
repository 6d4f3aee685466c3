internal import LatchkeyCore

extension TerminalText {
    static let spanish = LocalizedTexts<TerminalText>(
        language: "es",
        complete: [
            .asking: "{label}:",
            .locked: "Latchkey está bloqueado",
            .serverLabel: "Servidor: {server}",
            .loading: "Un momento…",
            .quit: "Salir",
            .settingsKey: "Ajustes",
            .lockKey: "Bloquear",
            .choose: "Elegir",
            .open: "Abrir",
            .back: "Volver",
            .scroll: "Desplazar",
            .add: "Añadir",
            .edit: "Editar",
            .delete: "Eliminar",
            .type: "Escribir",
            .send: "Enviar",
            .tooSmall: "La ventana es demasiado pequeña.",
            .confirmKeys: "Pulsa s para sí, n para no.",
            .yes: "sí",
            .no: "no",
            .howToSignIn: "¿Cómo quieres iniciar sesión?",
            .howToReset: "Confirma tu identidad",
            .byEmail: "Con un código de verificación por correo",
            .inBrowser: "Con {name}, en el navegador",
            .byDeviceCode: "Con {name}, en otro dispositivo",
            .openInBrowser:
                "Inicia sesión en tu navegador. Si no se ha abierto, abre esta dirección en este dispositivo:",
            .enterDeviceCode: "En cualquier dispositivo, abre {address} e introduce el código {code}",
            .waitingForProvider: "Esperando a {name}…",
            .goBackToTerminal: "Vuelve al terminal. Puedes cerrar esta página.",
            .signInFailed: "El inicio de sesión ha fallado. Vuelve al terminal.",
            .signInLinkUsed: "Esta dirección ya se ha usado. Empieza de nuevo el inicio de sesión en el terminal.",
            .noSignInMethod:
                "Las apps no pueden iniciar sesión en este servidor: no hay ningún ID de cliente configurado para "
                + "ellas.",
            .noResetMethod:
                "Este servidor no puede restablecer códigos: el correo está desactivado y no hay ningún ID de "
                + "cliente configurado para las apps.",
            .methodNotOffered: "El servidor no admite el método de inicio de sesión {method}.",
            .providerUnreachable: "{name} no responde correctamente. Inténtalo de nuevo, por favor.",
            .providerDenied: "{name} ha denegado el inicio de sesión.",
            .providerExpired: "El inicio de sesión ha caducado. Inténtalo de nuevo, por favor.",
            .providerMismatch:
                "La respuesta de {name} no corresponde a este inicio de sesión. No se ha iniciado sesión.",
            .providerNotAsked:
                "{name} no te ha pedido que inicies sesión de nuevo. Cierra sesión allí primero o usa el navegador.",
            .noPort: "No hay ningún puerto disponible para el navegador: {reason}",
            .touchReader: "Pon el dedo en el sensor de huellas digitales.",
            .touchAgain: "Vuelve a poner el dedo en el sensor.",
            .touchLonger: "Vuelve a poner el dedo, durante más tiempo.",
            .touchCentred: "Vuelve a poner el dedo, con la parte central de la yema.",
            .liftFinger: "Levanta el dedo y vuelve a ponerlo.",
            .fingerprintIsOn: "Tu huella digital desbloquea ahora la app",
            .fingerprintWarning:
                "El sensor solo confirma una coincidencia. Quien pueda leer los datos guardados en este dispositivo no "
                + "necesita ninguna huella, y un dedo que se registre más tarde también desbloquea la app.",
            .fingerprintOnly:
                "Solo una huella digital desbloquea las notas, y los comandos no pueden usarla. Ejecuta latchkey.",
            .setting: "{label}: {value}",
            .notes: "Notas",
            .noNotes: "Todavía no hay notas. Pulsa a para añadir una.",
            .untitled: "(vacía)",
            .deleteNote: "¿Eliminar esta nota?",
            .emptyNote: "La nota está vacía y no se ha guardado.",
            .noText: "La nota no se ha guardado: su texto no se puede leer, no está en UTF-8 o supera los 16\u{A0}MiB.",
            .noteDamaged: "Esta nota está dañada y no se puede leer. No se ha cambiado.",
            .recovered: "Se ha recuperado tu texto sin guardar.",
            .savedWhileLocked:
                "Latchkey se ha bloqueado mientras el editor estaba abierto. Tu texto está a salvo: se convertirá "
                + "en una nota cuando vuelvas a desbloquear la app.",
            .draftKeyAltered:
                "La clave que cifra los textos sin guardar se ha sustituido. Es posible que otras personas hayan "
                + "leído los textos que quedaron pendientes durante el bloqueo. Aquí no se pueden abrir.",
            .notSaved: "No se ha guardado: {reason}",
            .editorFailed: "El editor ha fallado: {reason}",
            .damagedNotes: "Notas dañadas: {count}. No se han cambiado.",
            .notSignedIn: "No has iniciado sesión. Ejecuta latchkey para iniciarla.",
            .cancelled: "Cancelado.",
            .noTerminal: "Se necesita un terminal.",
            .ambiguousNote: "Coinciden varias notas. Introduce más caracteres del ID.",
            .noSuchNote: "Ninguna nota tiene un ID que empiece por {id}.",
            .serverMalformed:
                "{server} no es una dirección de servidor. Usa https://, o http:// para este dispositivo.",
            .settingsUnreadable: "No se pueden leer los ajustes de {path}. Corrige o elimina el archivo.",
            .noHome: "HOME no contiene una ruta absoluta. Indica tu carpeta personal.",
            .notAFolder: "{path} no es una carpeta. Mueve el archivo o cámbiale el nombre.",
            .folderOfOtherUser: "{path} pertenece a otro usuario. Mueve la carpeta e inténtalo de nuevo.",
            .folderOpen:
                "Otros usuarios tienen acceso a {path}. Comprueba su contenido y después ejecuta: chmod 700 '{path}'",
            .noMemoryFolder: "No hay ninguna carpeta en memoria: define XDG_RUNTIME_DIR o monta /dev/shm.",
            .folderNotPrivate: "{path} no es una carpeta privada de este usuario. Muévela e inténtalo de nuevo.",
            .textTooLong: "El texto de {path} supera los 16\u{A0}MiB.",
            .systemFailed: "El sistema informó de un error ({reason}).",
            .diskFull: "El disco está lleno. Libera espacio e inténtalo de nuevo.",
            .notPermitted: "Acceso denegado. Comprueba los permisos.",
            .outputFailed: "No se puede escribir el resultado.",
            .exitStatus: "estado de salida {status}",
            .signal: "señal {number}",
            .deviceShut: "El dispositivo está revocado. Sus notas solo se abren tras volver a iniciar sesión.",
            .copyWorksOffline:
                "Con una copia de los secretos de este dispositivo se pueden probar todos los códigos sin el servidor.",
            .copyNeedsServer: "Una copia de los secretos de este dispositivo no abre nada sin el servidor.",
            .noSuchDevice: "Ningún dispositivo, o más de uno, tiene un ID que empiece por {id}.",
            .secretsInKeyring: "Secretos: en el llavero.",
            .secretsInFiles: "Secretos: en archivos.",
            .secretsNowhere: "Secretos: ninguno todavía.",
            .secretsKept: "Ya están ahí; los ajustes no los trasladan.",
            .secretsSet: "Según los ajustes.",
            .secretsFound: "Por defecto: hay un llavero disponible.",
            .keyringOpen: "El llavero está desbloqueado.",
            .keyringLocked: "El llavero está bloqueado. Desbloquéalo e inténtalo de nuevo.",
            .keyringEmpty: "Todavía no hay ningún llavero. Se creará cuando sea necesario.",
            .keyringSilent: "El llavero no responde. Inténtalo de nuevo, por favor.",
            .keyringForeign: "Los secretos están en otro llavero. No se ha cambiado nada.",
            .keyringAsks: "El llavero pide su contraseña en su propia ventana.",
            .keyringAbsent: "No hay ningún llavero: {reason}",
            .keyringUnsupported:
                "macOS no ofrece un llavero a los programas del terminal. Define LATCHKEY_STORAGE=file.",
            .storageUnchosen:
                "Inicia un llavero o guarda los secretos en archivos: LATCHKEY_STORAGE=file, o \"storage\": "
                + "\"file\" en {path}.",
            .storageMalformed: "{storage} no es un tipo de almacenamiento. Usa keyring o file.",
            .reader: "Sensor de huellas digitales: {reader}. Dedos registrados: {count}.",
            .readerProblem: "No se puede usar: {reason}",
            .enrolFinger: "Registra un dedo con fprintd-enroll o en los ajustes del escritorio.",
            .sessions: "Sesión: {session}.",
            .noReader: "No hay ningún sensor de huellas digitales: {reason}",
            .noSessions: "No se detecta el bloqueo del escritorio: {reason}",
            .doctorInstall: "Para instalar: {packages}",
        ])
}
