internal import LatchkeyCore

extension SessionText {
    static let dutch = SessionTexts(
        language: "nl",
        complete: [
            .sessionEnded: "Je sessie is beëindigd. Log opnieuw in. Je gegevens blijven op dit apparaat.",
            .otherAccount: "Op dit apparaat staan gegevens van een ander account. Als je inlogt, worden die gewist.",
            .resetRequired: "Je toegangscode werkt niet meer. Stel een nieuwe in.",
            .formerPasscodeNeeded:
                "De toegangscode is juist, maar de gegevens op dit apparaat zijn vergrendeld met je vorige "
                + "toegangscode.",
            .passcodeNeeded: "Voer je toegangscode in.",
            .signInRejected: "De inlogpoging is mislukt of verlopen. Log opnieuw in.",
            .signInConflict:
                "Er is geen account voor deze inlogmethode: het e-mailadres is niet geverifieerd of hoort bij een "
                + "ander account. Neem contact op met je beheerder.",
            .emailSignInDisabled: "Inloggen via e-mail is uitgeschakeld. Log in met je teamaccount.",
            .codeWrong: "De code is onjuist of verlopen. Vraag een nieuwe aan.",
            .teamRequiresPasscode: "Je team vereist een toegangscode.",
            .offline: "De server is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.",
            .insecureConnection: "De verbinding is niet beveiligd. Er is niets verstuurd.",
            .serverTrouble: "De server kan dit verzoek nu niet uitvoeren. Probeer het opnieuw.",
            .tooManyRequests: "Te veel verzoeken. Wacht even.",
            .signedOut: "Je bent uitgelogd.",
            .storageTrouble:
                "De gegevens op dit apparaat kunnen niet worden gelezen of opgeslagen. Er is niets gewijzigd.",
        ])
}
