internal import LatchkeyCore

extension TerminalText {
    static let german = LocalizedTexts<TerminalText>(
        language: "de",
        complete: [
            .asking: "{label}:",
            .locked: "Latchkey ist gesperrt",
            .serverLabel: "Serveradresse: {server}",
            .loading: "Einen Moment\u{A0}…",
            .quit: "Beenden",
            .settingsKey: "Einstellungen",
            .lockKey: "Sperren",
            .choose: "Auswählen",
            .open: "Öffnen",
            .back: "Zurück",
            .scroll: "Scrollen",
            .add: "Neu",
            .edit: "Bearbeiten",
            .delete: "Löschen",
            .type: "Eingeben",
            .send: "Senden",
            .tooSmall: "Das Fenster ist zu klein.",
            .confirmKeys: "Drücken Sie j für Ja, n für Nein.",
            .yes: "ja",
            .no: "nein",
            .howToSignIn: "Wie möchten Sie sich anmelden?",
            .howToReset: "Bestätigen Sie Ihre Identität",
            .byEmail: "Mit einem Bestätigungscode per E-Mail",
            .inBrowser: "Mit {name}, im Browser",
            .byDeviceCode: "Mit {name}, auf einem anderen Gerät",
            .openInBrowser:
                "Melden Sie sich in Ihrem Browser an. Falls er nicht geöffnet wurde, öffnen Sie diese Adresse auf "
                + "diesem Computer:",
            .enterDeviceCode: "Öffnen Sie auf einem beliebigen Gerät {address} und geben Sie den Code {code} ein",
            .waitingForProvider: "Warten auf {name}\u{A0}…",
            .goBackToTerminal: "Kehren Sie zum Terminal zurück. Sie können diese Seite schließen.",
            .signInFailed: "Die Anmeldung ist fehlgeschlagen. Kehren Sie zum Terminal zurück.",
            .signInLinkUsed:
                "Diese Adresse wurde bereits verwendet. Starten Sie die Anmeldung im Terminal noch einmal.",
            .noSignInMethod:
                "Apps können sich bei diesem Server nicht anmelden: Für sie ist keine Client-ID konfiguriert.",
            .noResetMethod:
                "Dieser Server kann keine Codes zurücksetzen: E-Mail ist deaktiviert, und für Apps ist keine "
                + "Client-ID konfiguriert.",
            .methodNotOffered: "Der Server unterstützt die Anmeldemethode {method} nicht.",
            .providerUnreachable: "{name} antwortet nicht richtig. Bitte versuchen Sie es erneut.",
            .providerDenied: "{name} hat die Anmeldung abgelehnt.",
            .providerExpired: "Die Anmeldung ist abgelaufen. Bitte versuchen Sie es erneut.",
            .providerMismatch: "Die Antwort von {name} passt nicht zu dieser Anmeldung. Sie sind nicht angemeldet.",
            .providerNotAsked:
                "{name} hat keine erneute Anmeldung verlangt. Melden Sie sich zuerst dort ab oder verwenden Sie "
                + "den Browser.",
            .noPort: "Für den Browser ist kein Port verfügbar: {reason}",
            .touchReader: "Legen Sie den Finger auf den Fingerabdrucksensor.",
            .touchAgain: "Legen Sie den Finger noch einmal auf.",
            .touchLonger: "Legen Sie den Finger noch einmal auf, etwas länger.",
            .touchCentred: "Legen Sie den Finger noch einmal auf, mit der Mitte der Fingerkuppe.",
            .liftFinger: "Heben Sie den Finger an und legen Sie ihn dann wieder auf.",
            .fingerprintIsOn: "Ihr Fingerabdruck entsperrt jetzt die App",
            .fingerprintWarning:
                "Der Sensor bestätigt nur eine Übereinstimmung. Wer die auf diesem Computer gespeicherten Daten "
                + "lesen kann, braucht keinen Finger, und auch ein später registrierter Finger entsperrt die App.",
            .fingerprintOnly:
                "Nur ein Fingerabdruck entsperrt die Notizen, und Befehle können ihn nicht verwenden. Starten Sie "
                + "latchkey.",
            .setting: "{label}: {value}",
            .notes: "Notizen",
            .noNotes: "Noch keine Notizen. Drücken Sie a, um eine hinzuzufügen.",
            .untitled: "(leer)",
            .deleteNote: "Diese Notiz löschen?",
            .emptyNote: "Die Notiz ist leer und wurde nicht gespeichert.",
            .noText:
                "Die Notiz wurde nicht gespeichert: Der Text ist nicht lesbar, nicht in UTF-8 oder länger als "
                + "16\u{A0}MiB.",
            .noteDamaged: "Diese Notiz ist beschädigt und nicht lesbar. Sie wurde nicht geändert.",
            .recovered: "Ihr nicht gespeicherter Text wurde wiederhergestellt.",
            .savedWhileLocked:
                "Latchkey wurde gesperrt, während der Editor geöffnet war. Ihr Text ist sicher: Er wird beim "
                + "nächsten Entsperren zu einer Notiz.",
            .draftKeyAltered:
                "Der Schlüssel, der nicht gespeicherte Texte verschlüsselt, wurde ersetzt. Während der Sperre "
                + "zurückgelassene Texte wurden möglicherweise von anderen gelesen und können hier nicht geöffnet "
                + "werden.",
            .notSaved: "Nicht gespeichert: {reason}",
            .editorFailed: "Fehler im Editor: {reason}",
            .damagedNotes: "Beschädigte Notizen: {count}. Sie wurden nicht geändert.",
            .notSignedIn: "Sie sind nicht angemeldet. Starten Sie latchkey, um sich anzumelden.",
            .cancelled: "Abgebrochen.",
            .noTerminal: "Ein Terminal ist erforderlich.",
            .ambiguousNote: "Mehrere Notizen passen zur Eingabe. Geben Sie mehr Zeichen der ID ein.",
            .noSuchNote: "Keine Notiz hat eine ID, die mit {id} beginnt.",
            .serverMalformed:
                "{server} ist keine Serveradresse. Verwenden Sie https:// oder, für diesen Computer, http://.",
            .settingsUnreadable:
                "Die Einstellungen in {path} können nicht gelesen werden. Korrigieren oder löschen Sie die Datei.",
            .noHome: "HOME enthält keinen absoluten Pfad. Geben Sie Ihren Benutzerordner an.",
            .notAFolder: "{path} ist kein Ordner. Verschieben Sie die Datei oder benennen Sie sie um.",
            .folderOfOtherUser:
                "{path} gehört einem anderen Benutzer. Verschieben Sie den Ordner und versuchen Sie es erneut.",
            .folderOpen:
                "Andere Benutzer haben Zugriff auf {path}. Prüfen Sie den Inhalt und führen Sie dann aus: chmod 700 "
                + "'{path}'",
            .noMemoryFolder:
                "Es gibt keinen Ordner im Arbeitsspeicher: Setzen Sie XDG_RUNTIME_DIR oder hängen Sie /dev/shm ein.",
            .folderNotPrivate:
                "{path} ist kein privater Ordner dieses Benutzers. Verschieben Sie ihn und versuchen Sie es erneut.",
            .textTooLong: "Der Text in {path} ist länger als 16\u{A0}MiB.",
            .systemFailed: "Das System hat einen Fehler gemeldet ({reason}).",
            .diskFull: "Das Speichermedium ist voll. Geben Sie Speicherplatz frei und versuchen Sie es erneut.",
            .notPermitted: "Zugriff verweigert. Prüfen Sie die Zugriffsrechte.",
            .outputFailed: "Die Ausgabe kann nicht geschrieben werden.",
            .exitStatus: "Exit-Status {status}",
            .signal: "Signal {number}",
            .deviceShut: "Das Gerät ist stillgelegt. Seine Notizen lassen sich erst nach einer neuen Anmeldung öffnen.",
            .copyWorksOffline:
                "Mit einer Kopie der Geheimnisse dieses Geräts lassen sich alle Codes ohne den Server ausprobieren.",
            .copyNeedsServer: "Eine Kopie der Geheimnisse dieses Geräts öffnet ohne den Server nichts.",
            .noSuchDevice: "Kein Gerät, oder mehr als eines, hat eine ID, die mit {id} beginnt.",
            .secretsInKeyring: "Geheimnisse: im Schlüsselbund.",
            .secretsInFiles: "Geheimnisse: in Dateien.",
            .secretsNowhere: "Geheimnisse: noch keine.",
            .secretsKept: "Sie sind bereits dort; Einstellungen verschieben sie nicht.",
            .secretsSet: "Wie in den Einstellungen festgelegt.",
            .secretsFound: "Standard: Ein Schlüsselbund ist verfügbar.",
            .keyringOpen: "Der Schlüsselbund ist entsperrt.",
            .keyringLocked: "Der Schlüsselbund ist gesperrt. Entsperren Sie ihn und versuchen Sie es erneut.",
            .keyringEmpty: "Es gibt noch keinen Schlüsselbund. Er wird bei Bedarf erstellt.",
            .keyringSilent: "Der Schlüsselbund antwortet nicht. Bitte versuchen Sie es erneut.",
            .keyringForeign: "Die Geheimnisse sind in einem anderen Schlüsselbund. Es wurde nichts geändert.",
            .keyringAsks: "Der Schlüsselbund fragt in einem eigenen Fenster nach seinem Passwort.",
            .keyringAbsent: "Es gibt keinen Schlüsselbund: {reason}",
            .keyringUnsupported:
                "macOS bietet Programmen im Terminal keinen Schlüsselbund. Setzen Sie LATCHKEY_STORAGE=file.",
            .storageUnchosen:
                "Starten Sie einen Schlüsselbund oder speichern Sie Geheimnisse in Dateien: LATCHKEY_STORAGE=file "
                + "oder \"storage\": \"file\" in {path}.",
            .storageMalformed: "{storage} ist keine Speicherart. Verwenden Sie keyring oder file.",
            .reader: "Fingerabdrucksensor: {reader}. Registrierte Finger: {count}.",
            .readerProblem: "Er kann nicht verwendet werden: {reason}",
            .enrolFinger: "Registrieren Sie einen Finger mit fprintd-enroll oder in den Einstellungen des Desktops.",
            .sessions: "Desktop-Sitzung: {session}.",
            .noReader: "Es gibt keinen Fingerabdrucksensor: {reason}",
            .noSessions: "Das Sperren des Desktops wird nicht erkannt: {reason}",
            .doctorInstall: "Zu installieren: {packages}",
        ])
}
