internal import LatchkeyCore

extension SessionText {
    static let german = SessionTexts(
        language: "de",
        complete: [
            .sessionEnded:
                "Ihre Sitzung wurde beendet. Bitte melden Sie sich erneut an. Ihre Daten bleiben auf diesem Gerät.",
            .otherAccount:
                "Dieses Gerät enthält Daten eines anderen Kontos. Wenn Sie sich anmelden, werden sie gelöscht.",
            .resetRequired: "Ihr Code ist nicht mehr gültig. Bitte setzen Sie ihn zurück.",
            .formerPasscodeNeeded:
                "Der Code ist richtig, aber die Daten auf diesem Gerät sind mit Ihrem vorherigen Code gesperrt.",
            .passcodeNeeded: "Bitte geben Sie Ihren Code ein.",
            .signInRejected: "Die Anmeldung ist fehlgeschlagen oder abgelaufen. Bitte melden Sie sich erneut an.",
            .signInConflict:
                "Es gibt kein Konto für diese Anmeldung: Die E-Mail-Adresse ist nicht bestätigt oder gehört zu "
                + "einem anderen Konto. Bitte wenden Sie sich an Ihren Administrator.",
            .emailSignInDisabled: "Die Anmeldung per E-Mail ist deaktiviert. Melden Sie sich mit Ihrem Teamkonto an.",
            .codeWrong: "Der Bestätigungscode ist falsch oder abgelaufen. Fordern Sie einen neuen an.",
            .teamRequiresPasscode: "Ihr Team verlangt einen Code.",
            .offline: "Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
            .insecureConnection: "Die Verbindung ist nicht sicher. Es wurde nichts gesendet.",
            .serverTrouble: "Der Server kann diese Anfrage derzeit nicht bearbeiten. Bitte versuchen Sie es erneut.",
            .tooManyRequests: "Zu viele Anfragen. Bitte warten Sie einen Moment.",
            .signedOut: "Sie sind abgemeldet.",
            .storageTrouble:
                "Die Daten auf diesem Gerät können nicht gelesen oder gespeichert werden. Es wurde nichts geändert.",
        ])
}
