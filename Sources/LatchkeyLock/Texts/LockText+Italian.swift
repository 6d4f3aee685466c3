internal import LatchkeyCore

extension LockText {
    static let italian = LockTexts(
        language: "it",
        complete: [
            .wrong: "Codice errato. Riprova.",
            .wait: "Troppi tentativi. Riprova tra {seconds}\u{A0}s.",
            .exhausted: "Troppi tentativi non riusciti. Il codice non funziona più.",
            .deviceShut: "Questo dispositivo è stato disabilitato. Accedi di nuovo per usarlo.",
            .noPasscode: "Nessun codice impostato.",
            .passcodeNeeded: "Inserisci il codice una volta per usare di nuovo la biometria.",
            .enterPasscode: "Inserisci codice",
            .biometricsOff: "L’autenticazione biometrica è disattivata.",
            .passcodeBeforeData:
                "Prima imposta un codice. Senza codice, l’app non può salvare dati su questo dispositivo.",
            .locked: "L’app è bloccata.",
            .rejectedPopular: "Troppo facile da indovinare: è uno dei codici più comuni. Scegli un altro codice.",
            .rejectedRepeated: "Troppo facile da indovinare: una sola cifra ripetuta. Scegli un altro codice.",
            .rejectedRun: "Troppo facile da indovinare: cifre in sequenza. Scegli un altro codice.",
            .rejectedPairs: "Troppo facile da indovinare: coppie di cifre. Scegli un altro codice.",
            .rejectedTriples:
                "Troppo facile da indovinare: gruppi di tre cifre o una metà ripetuta. Scegli un altro codice.",
            .rejectedMirrored: "Troppo facile da indovinare: uguale anche al contrario. Scegli un altro codice.",
            .rejectedKeypad: "Troppo facile da indovinare: uno schema semplice sul tastierino. Scegli un altro codice.",
            .rejectedYear: "Troppo facile da indovinare: un anno o un 1º gennaio. Scegli un altro codice.",
            .rejectedCommon: "Troppo facile da indovinare. Scegli un altro codice.",
            .rejectedReused: "Questo è il codice attuale. Scegli un altro codice.",
            .unreadable: "Al momento non è possibile leggere il codice. L’app resta bloccata. Riprova.",
            .storageInUse: "Il blocco dell’app è configurato due volte. Contatta lo sviluppatore dell’app.",
            .damaged: StoredDataText.italian[.damaged],
            .newerVersion: "I dati sono stati salvati da una versione più recente. Aggiorna l’app.",
            .notChanged: "Non è stato modificato nulla. Riprova.",
            .recoveryRejected: "I dati su questo dispositivo non possono essere recuperati con questo account.",
            .serverNeeded: "Per sbloccare serve una connessione al server. Controlla la connessione e riprova.",
            .passcodeChangedElsewhere: "Il codice è stato cambiato su un altro dispositivo. Accedi di nuovo.",
            .passcodeAgain: "Inserisci di nuovo il codice.",
            .deviceUnknown: "Il server non riconosce questo dispositivo. Accedi di nuovo.",
            .tooManyDevices: "Il tuo account ha troppi dispositivi. Disabilitane uno nelle impostazioni e riprova.",
            .serverBroken: "Il server non può sbloccare questo dispositivo. Contatta l’amministratore.",
        ],
        counts: [
            .wrongWithCount: [
                .one: "Codice errato. {count} tentativo rimasto.",
                .other: "Codice errato. {count} tentativi rimasti.",
            ]
        ])
}
