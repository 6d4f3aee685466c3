internal import LatchkeyCore

extension SessionText {
    static let italian = SessionTexts(
        language: "it",
        complete: [
            .sessionEnded: "La sessione è terminata. Accedi di nuovo. I dati restano su questo dispositivo.",
            .otherAccount: "Questo dispositivo contiene i dati di un altro account. Se accedi, verranno cancellati.",
            .resetRequired: "Il tuo codice non funziona più. Reimpostalo.",
            .formerPasscodeNeeded:
                "Il codice è corretto, ma i dati su questo dispositivo sono bloccati con il codice precedente.",
            .passcodeNeeded: "Inserisci il codice.",
            .signInRejected: "L’accesso non è riuscito o è scaduto. Accedi di nuovo.",
            .signInConflict:
                "Nessun account per questo accesso: l’indirizzo email non è verificato o appartiene a un altro "
                + "account. Contatta l’amministratore.",
            .emailSignInDisabled: "L’accesso via email è disattivato. Accedi con il tuo account del team.",
            .codeWrong: "Il codice è errato o scaduto. Richiedine uno nuovo.",
            .teamRequiresPasscode: "Il tuo team richiede un codice.",
            .offline: "Impossibile raggiungere il server. Controlla la connessione e riprova.",
            .insecureConnection: "La connessione non è sicura. Non è stato inviato nulla.",
            .serverTrouble: "Al momento il server non può eseguire l’operazione. Riprova.",
            .tooManyRequests: "Troppe richieste. Attendi un momento.",
            .signedOut: "Disconnessione effettuata.",
            .storageTrouble:
                "I dati su questo dispositivo non possono essere letti o salvati. Non è stato modificato nulla.",
        ])
}
