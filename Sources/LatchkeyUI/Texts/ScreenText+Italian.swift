public import LatchkeyCore

extension ScreenText {
    /// The screens' texts in Italian.
    public static let italian = LocalizedTexts<ScreenText>(
        language: "it",
        complete: [
            .enterPasscode: "Inserisci il codice",
            .enterFormerPasscode: "Inserisci il codice precedente",
            .enterCurrentPasscode: "Inserisci il codice attuale",
            .enterAccountPasscode: "Inserisci il codice del tuo account",
            .chooseNewPasscode: "Scegli un nuovo codice di 6 cifre",
            .confirmNewPasscode: "Conferma il nuovo codice",
            .passcodeIsSet: "Il codice è impostato",
            .passcodesDiffer: "I codici non corrispondono. Scegli di nuovo.",
            .forgotPasscode: "Codice dimenticato?",
            .deleteDigit: "Cancella",
            .unlockWithBiometrics: "Sblocca con {biometrics}",
            .authenticationRequired: "Autenticazione richiesta",
            .authenticationFailed: "Autenticazione non riuscita",
            .digitsTyped: "Cifre inserite: {count} di 6",
            .signIn: "Accedi",
            .enterEmail: "Inserisci il tuo indirizzo email. Ti invieremo un codice.",
            .email: "Indirizzo email",
            .emailMalformed: "Inserisci un indirizzo email, ad esempio nome@example.com.",
            .enterCode: "Inserisci il codice inviato a {email}",
            .code: "Codice ricevuto",
            .codeMalformed: "Il codice è composto da 8 lettere e cifre.",
            .continueWith: "Continua con {name}",
            .sendCodeAgain: "Invia un nuovo codice",
            .eraseOtherAccount: "Cancella e accedi di nuovo",
            .enterEmailForReset:
                "Inserisci il tuo indirizzo email. Ti invieremo un codice per reimpostare il codice di blocco.",
            .enterResetCode: "Inserisci il codice di reimpostazione inviato a {email}",
            .offerTitle: "Impostare un codice?",
            .offerReason: "Blocca l’app quando smetti di usarla. Senza codice, dovrai accedere ogni volta.",
            .offerReasonOnDevice: "Blocca l’app quando smetti di usarla. Nessuno può reimpostarlo: ricordalo bene.",
            .setUpNow: "Imposta ora",
            .setUpLater: "Più tardi",
            .offerBiometrics: "Sbloccare con {biometrics}?",
            .offerBiometricsReason: "È più rapido del codice, che continua a funzionare.",
            .offerBiometricsOnlyReason:
                "La sessione resta aperta e la biometria sblocca l’app. Altrimenti dovrai accedere ogni volta.",
            .passcodeBeforeData:
                "I dati dell’app su questo dispositivo richiedono un codice. Con la sola biometria potrebbero andare "
                + "persi.",
            .enable: "Attiva",
            .signInAgain: "Accedi di nuovo",
            .notNow: "Non ora",
            .security: "Sicurezza",
            .settings: "Impostazioni",
            .passcode: "Codice",
            .changePasscode: "Cambia codice",
            .turnOffPasscode: "Disattiva codice",
            .turnOnPasscode: "Attiva codice",
            .setPasscode: "Imposta un codice",
            .lockNow: "Blocca ora",
            .timeout: "Blocca dopo",
            .timeoutImmediately: "Immediatamente",
            .timeoutOneHour: "1 ora",
            .teamForbidsBiometrics: "Il tuo team non consente la biometria.",
            .teamLimitsTimeout: "Tempo massimo consentito dal tuo team: {time}.",
            .on: "Sì",
            .off: "No",
            .signOut: "Esci",
            .signOutWarning: "Se esci, i dati dell’app su questo dispositivo verranno cancellati.",
            .deleteAccount: "Elimina account",
            .deleteAccountWarning:
                "Il tuo account verrà eliminato definitivamente e i dati dell’app verranno cancellati da questo "
                + "dispositivo.",
            .devices: "Dispositivi",
            .shutDevice: "Disabilita questo dispositivo",
            .shutDeviceWarning:
                "Disabilita un dispositivo smarrito: i suoi dati, anche se copiati, si apriranno solo dopo un nuovo "
                + "accesso.",
            .unnamedDevice: "Dispositivo senza nome",
            .noDevices: "Nessun dispositivo richiede il server per lo sblocco.",
            .cancel: "Annulla",
            .done: "Fine",
            .tryAgain: "Riprova",
            .passcodeChanged: "Il codice è stato cambiato su un altro dispositivo. Inserisci quello nuovo.",
            .passcodeReset: "Il nuovo codice è impostato.",
            .opensWithoutServer:
                "Il server è obbligatorio per lo sblocco, ma questo dispositivo si sblocca ancora senza.",
        ],
        counts: [.timeoutMinutes: [.one: "{count} minuto", .other: "{count} minuti"]])
}
