internal import LatchkeyCore

extension LockText {
    static let german = LockTexts(
        language: "de",
        complete: [
            .wrong: "Falscher Code. Versuchen Sie es erneut.",
            .wait: "Zu viele Versuche. Nächster Versuch in {seconds}\u{A0}s.",
            .exhausted: "Zu viele Fehlversuche. Der Code ist nicht mehr gültig.",
            .deviceShut: "Dieses Gerät wurde stillgelegt. Melden Sie sich erneut an, um es zu verwenden.",
            .noPasscode: "Es ist kein Code festgelegt.",
            .passcodeNeeded: "Geben Sie Ihren Code einmal ein, um Biometrie wieder verwenden zu können.",
            .enterPasscode: "Code eingeben",
            .biometricsOff: "Die biometrische Authentifizierung ist deaktiviert.",
            .passcodeBeforeData:
                "Legen Sie zuerst einen Code fest. Ohne Code kann die App keine Daten auf diesem Gerät speichern.",
            .locked: "Die App ist gesperrt.",
            .rejectedPopular:
                "Zu leicht zu erraten: einer der am häufigsten verwendeten Codes. Wählen Sie einen anderen Code.",
            .rejectedRepeated: "Zu leicht zu erraten: eine wiederholte Ziffer. Wählen Sie einen anderen Code.",
            .rejectedRun: "Zu leicht zu erraten: aufeinanderfolgende Ziffern. Wählen Sie einen anderen Code.",
            .rejectedPairs: "Zu leicht zu erraten: Ziffernpaare. Wählen Sie einen anderen Code.",
            .rejectedTriples:
                "Zu leicht zu erraten: Dreiergruppen oder eine wiederholte Hälfte. Wählen Sie einen anderen Code.",
            .rejectedMirrored: "Zu leicht zu erraten: vorwärts und rückwärts gleich. Wählen Sie einen anderen Code.",
            .rejectedKeypad:
                "Zu leicht zu erraten: ein einfaches Muster auf dem Ziffernblock. Wählen Sie einen anderen Code.",
            .rejectedYear: "Zu leicht zu erraten: eine Jahreszahl oder ein 1. Januar. Wählen Sie einen anderen Code.",
            .rejectedCommon: "Zu leicht zu erraten. Wählen Sie einen anderen Code.",
            .rejectedReused: "Das ist Ihr aktueller Code. Wählen Sie einen anderen Code.",
            .unreadable:
                "Ihr Code kann derzeit nicht gelesen werden. Die App bleibt gesperrt. Bitte versuchen Sie es erneut.",
            .storageInUse:
                "Die Sperre der App ist doppelt eingerichtet. Bitte wenden Sie sich an den Entwickler der App.",
            .damaged: StoredDataText.german[.damaged],
            .newerVersion: "Die Daten wurden von einer neueren Version gespeichert. Bitte aktualisieren Sie die App.",
            .notChanged: "Es wurde nichts geändert. Bitte versuchen Sie es erneut.",
            .recoveryRejected: "Die Daten auf diesem Gerät können mit diesem Konto nicht wiederhergestellt werden.",
            .serverNeeded:
                "Zum Entsperren ist eine Verbindung zum Server erforderlich. Prüfen Sie Ihre Verbindung und "
                + "versuchen Sie es erneut.",
            .passcodeChangedElsewhere:
                "Ihr Code wurde auf einem anderen Gerät geändert. Bitte melden Sie sich erneut an.",
            .passcodeAgain: "Bitte geben Sie Ihren Code erneut ein.",
            .deviceUnknown: "Der Server erkennt dieses Gerät nicht. Bitte melden Sie sich erneut an.",
            .tooManyDevices:
                "Ihr Konto hat zu viele Geräte. Legen Sie eines in den Einstellungen still und versuchen "
                + "Sie es erneut.",
            .serverBroken:
                "Der Server kann dieses Gerät nicht entsperren. Bitte wenden Sie sich an Ihren Administrator.",
        ],
        counts: [
            .wrongWithCount: [
                .one: "Falscher Code. Noch {count}\u{A0}Versuch.",
                .other: "Falscher Code. Noch {count}\u{A0}Versuche.",
            ]
        ])
}
