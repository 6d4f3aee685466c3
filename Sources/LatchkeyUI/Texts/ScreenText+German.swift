internal import LatchkeyCore

extension ScreenText {
    static let german = LocalizedTexts<ScreenText>(
        language: "de",
        complete: [
            .enterPasscode: "Geben Sie Ihren Code ein",
            .enterFormerPasscode: "Geben Sie Ihren vorherigen Code ein",
            .enterCurrentPasscode: "Geben Sie Ihren aktuellen Code ein",
            .enterAccountPasscode: "Geben Sie den Code Ihres Kontos ein",
            .chooseNewPasscode: "Wählen Sie einen neuen Code mit 6\u{A0}Ziffern",
            .confirmNewPasscode: "Geben Sie den neuen Code noch einmal ein",
            .passcodeIsSet: "Der Code ist festgelegt",
            .passcodesDiffer: "Die Codes stimmen nicht überein. Wählen Sie erneut.",
            .forgotPasscode: "Code vergessen?",
            .deleteDigit: "Löschen",
            .unlockWithBiometrics: "Mit {biometrics} entsperren",
            .authenticationRequired: "Authentifizierung erforderlich",
            .authenticationFailed: "Authentifizierung fehlgeschlagen",
            .digitsTyped: "{count} von 6\u{A0}Ziffern eingegeben",
            .signIn: "Anmelden",
            .enterEmail: "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Bestätigungscode.",
            .email: "E-Mail-Adresse",
            .emailMalformed: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.",
            .enterCode: "Geben Sie den Bestätigungscode ein, der an {email} gesendet wurde",
            .code: "Bestätigungscode",
            .codeMalformed: "Der Bestätigungscode besteht aus 8\u{A0}Buchstaben und Ziffern.",
            .continueWith: "Weiter mit {name}",
            .sendCodeAgain: "Neuen Bestätigungscode senden",
            .eraseOtherAccount: "Löschen und erneut anmelden",
            .enterEmailForReset:
                "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Bestätigungscode zum Zurücksetzen Ihres "
                + "Codes.",
            .enterResetCode: "Geben Sie den Bestätigungscode ein, der an {email} gesendet wurde",
            .offerTitle: "Code einrichten?",
            .offerReason: "Er sperrt die App, wenn Sie sie verlassen. Ohne ihn müssen Sie sich jedes Mal anmelden.",
            .offerReasonOnDevice:
                "Er sperrt die App, wenn Sie sie verlassen. Niemand kann ihn zurücksetzen. Merken Sie ihn sich gut.",
            .setUpNow: "Jetzt einrichten",
            .setUpLater: "Später einrichten",
            .offerBiometrics: "Mit {biometrics} entsperren?",
            .offerBiometricsReason: "Das geht schneller als mit Ihrem Code, der gültig bleibt.",
            .offerBiometricsOnlyReason:
                "Sie bleiben angemeldet, und die App wird mit Biometrie entsperrt. Ohne sie müssen Sie sich jedes "
                + "Mal anmelden.",
            .passcodeBeforeData:
                "Für die Daten der App auf diesem Gerät ist ein Code erforderlich. Mit Biometrie allein könnten sie "
                + "verloren gehen.",
            .enable: "Aktivieren",
            .signInAgain: "Erneut anmelden",
            .notNow: "Jetzt nicht",
            .security: "Sicherheit",
            .settings: "Einstellungen",
            .passcode: "Code",
            .changePasscode: "Code ändern",
            .turnOffPasscode: "Code deaktivieren",
            .turnOnPasscode: "Code aktivieren",
            .setPasscode: "Code einrichten",
            .lockNow: "Jetzt sperren",
            .timeout: "Sperren nach",
            .timeoutImmediately: "Sofort",
            .timeoutOneHour: "1\u{A0}Stunde",
            .teamForbidsBiometrics: "Ihr Team erlaubt keine Biometrie.",
            .teamLimitsTimeout: "Von Ihrem Team erlaubte Höchstdauer: {time}.",
            .on: "Ein",
            .off: "Aus",
            .signOut: "Abmelden",
            .signOutWarning: "Beim Abmelden werden die Daten der App auf diesem Gerät gelöscht.",
            .deleteAccount: "Konto löschen",
            .deleteAccountWarning: "Ihr Konto wird endgültig gelöscht, ebenso die Daten der App auf diesem Gerät.",
            .devices: "Geräte",
            .shutDevice: "Dieses Gerät stilllegen",
            .shutDeviceWarning:
                "Legen Sie ein verlorenes Gerät still: Seine Daten, auch in einer Kopie, lassen sich dann erst nach "
                + "einer neuen Anmeldung öffnen.",
            .unnamedDevice: "Unbenanntes Gerät",
            .noDevices: "Kein Gerät benötigt den Server zum Entsperren.",
            .cancel: "Abbrechen",
            .done: "Fertig",
            .tryAgain: "Erneut versuchen",
            .passcodeChanged: "Ihr Code wurde auf einem anderen Gerät geändert. Bitte geben Sie den neuen ein.",
            .passcodeReset: "Ihr neuer Code ist festgelegt.",
            .opensWithoutServer:
                "Zum Entsperren ist der Server vorgeschrieben, dieses Gerät lässt sich aber noch ohne ihn entsperren.",
        ],
        counts: [.timeoutMinutes: [.one: "{count}\u{A0}Minute", .other: "{count}\u{A0}Minuten"]])
}
