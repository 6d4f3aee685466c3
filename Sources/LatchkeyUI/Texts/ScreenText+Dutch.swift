internal import LatchkeyCore

extension ScreenText {
    static let dutch = LocalizedTexts<ScreenText>(
        language: "nl",
        complete: [
            .enterPasscode: "Voer je toegangscode in",
            .enterFormerPasscode: "Voer je vorige toegangscode in",
            .enterCurrentPasscode: "Voer je huidige toegangscode in",
            .enterAccountPasscode: "Voer de toegangscode van je account in",
            .chooseNewPasscode: "Kies een nieuwe toegangscode van 6\u{A0}cijfers",
            .confirmNewPasscode: "Voer de nieuwe toegangscode nog een keer in",
            .passcodeIsSet: "De toegangscode is ingesteld",
            .passcodesDiffer: "De toegangscodes komen niet overeen. Kies opnieuw.",
            .forgotPasscode: "Toegangscode vergeten?",
            .deleteDigit: "Wissen",
            .unlockWithBiometrics: "Ontgrendelen met {biometrics}",
            .authenticationRequired: "Authenticatie vereist",
            .authenticationFailed: "Authenticatie mislukt",
            .digitsTyped: "{count} van 6\u{A0}cijfers ingevoerd",
            .signIn: "Inloggen",
            .enterEmail: "Voer je e-mailadres in. We sturen je een code.",
            .email: "E-mailadres",
            .emailMalformed: "Voer een e-mailadres in, zoals naam@example.com.",
            .enterCode: "Voer de code in die is verstuurd naar {email}",
            .code: "Ontvangen code",
            .codeMalformed: "De code heeft 8\u{A0}letters en cijfers.",
            .continueWith: "Doorgaan met {name}",
            .sendCodeAgain: "Nieuwe code sturen",
            .eraseOtherAccount: "Wissen en opnieuw inloggen",
            .enterEmailForReset:
                "Voer je e-mailadres in. We sturen je een code om je toegangscode opnieuw in te stellen.",
            .enterResetCode: "Voer de herstelcode in die is verstuurd naar {email}",
            .offerTitle: "Toegangscode instellen?",
            .offerReason:
                "Hiermee wordt de app vergrendeld als je deze verlaat. Zonder toegangscode moet je elke keer inloggen.",
            .offerReasonOnDevice:
                "Hiermee wordt de app vergrendeld als je deze verlaat. Niemand kan de toegangscode opnieuw instellen, "
                + "dus onthoud deze goed.",
            .setUpNow: "Nu instellen",
            .setUpLater: "Later instellen",
            .offerBiometrics: "Ontgrendelen met {biometrics}?",
            .offerBiometricsReason: "Dit is sneller dan je toegangscode. Die blijft ook werken.",
            .offerBiometricsOnlyReason:
                "Je blijft ingelogd en ontgrendelt de app met biometrie. Zonder biometrie moet je elke keer inloggen.",
            .passcodeBeforeData:
                "Voor de gegevens van de app op dit apparaat is een toegangscode nodig. Met alleen biometrie kunnen "
                + "ze verloren gaan.",
            .enable: "Inschakelen",
            .signInAgain: "Opnieuw inloggen",
            .notNow: "Niet nu",
            .security: "Beveiliging",
            .settings: "Instellingen",
            .passcode: "Toegangscode",
            .changePasscode: "Toegangscode wijzigen",
            .turnOffPasscode: "Toegangscode uitschakelen",
            .turnOnPasscode: "Toegangscode inschakelen",
            .setPasscode: "Toegangscode instellen",
            .lockNow: "Nu vergrendelen",
            .timeout: "Vergrendelen na",
            .timeoutImmediately: "Direct",
            .timeoutOneHour: "1\u{A0}uur",
            .teamForbidsBiometrics: "Je team staat biometrie niet toe.",
            .teamLimitsTimeout: "Je team staat maximaal {time} toe.",
            .on: "Aan",
            .off: "Uit",
            .signOut: "Uitloggen",
            .signOutWarning: "Als je uitlogt, worden de gegevens van de app op dit apparaat gewist.",
            .deleteAccount: "Account verwijderen",
            .deleteAccountWarning:
                "Je account wordt definitief verwijderd en de gegevens van de app op dit apparaat worden gewist.",
            .devices: "Apparaten",
            .shutDevice: "Buiten gebruik stellen",
            .shutDeviceWarning:
                "Stel een verloren apparaat buiten gebruik: de gegevens, ook in een kopie, zijn dan pas na opnieuw "
                + "inloggen te openen.",
            .unnamedDevice: "Apparaat zonder naam",
            .noDevices: "Geen apparaat heeft de server nodig om te ontgrendelen.",
            .cancel: "Annuleren",
            .done: "Gereed",
            .tryAgain: "Opnieuw proberen",
            .passcodeChanged: "Je toegangscode is op een ander apparaat gewijzigd. Voer de nieuwe in.",
            .passcodeReset: "Je nieuwe toegangscode is ingesteld.",
            .opensWithoutServer:
                "De server is verplicht om te ontgrendelen, maar dit apparaat kan nog zonder worden ontgrendeld.",
        ],
        counts: [
            .timeoutMinutes: [
                .one: "{count}\u{A0}minuut",
                .other: "{count}\u{A0}minuten",
            ]
        ])
}
