internal import LatchkeyCore

extension ScreenText {
    static let polish = LocalizedTexts<ScreenText>(
        language: "pl",
        complete: [
            .enterPasscode: "Wpisz kod",
            .enterFormerPasscode: "Wpisz poprzedni kod",
            .enterCurrentPasscode: "Wpisz obecny kod",
            .enterAccountPasscode: "Wpisz kod swojego konta",
            .chooseNewPasscode: "Wybierz nowy 6-cyfrowy kod",
            .confirmNewPasscode: "Wpisz ponownie nowy kod",
            .passcodeIsSet: "Kod został ustawiony",
            .passcodesDiffer: "Kody nie są takie same. Wybierz ponownie.",
            .forgotPasscode: "Nie pamiętasz kodu?",
            .deleteDigit: "Usuń",
            .unlockWithBiometrics: "Odblokuj za pomocą {biometrics}",
            .authenticationRequired: "Wymagane uwierzytelnienie",
            .authenticationFailed: "Uwierzytelnianie nie powiodło się",
            .digitsTyped: "Wpisano {count} z 6\u{A0}cyfr",
            .signIn: "Zaloguj się",
            .enterEmail: "Wpisz adres e-mail. Wyślemy Ci kod.",
            .email: "Adres e-mail",
            .emailMalformed: "Wpisz adres e-mail, na przykład nazwa@example.com.",
            .enterCode: "Wpisz kod wysłany na adres {email}",
            .code: "Otrzymany kod",
            .codeMalformed: "Kod ma 8\u{A0}liter i cyfr.",
            .continueWith: "Kontynuuj przez {name}",
            .sendCodeAgain: "Wyślij nowy kod",
            .eraseOtherAccount: "Usuń dane i zaloguj się ponownie",
            .enterEmailForReset: "Wpisz adres e-mail. Wyślemy Ci e-mail do zresetowania kodu.",
            .enterResetCode: "Wpisz kod resetowania wysłany na adres {email}",
            .offerTitle: "Ustawić kod?",
            .offerReason: "Blokuje aplikację, gdy z niej wychodzisz. Bez kodu trzeba się logować za każdym razem.",
            .offerReasonOnDevice:
                "Blokuje aplikację, gdy z niej wychodzisz. Nikt nie może go zresetować, więc dobrze go zapamiętaj.",
            .setUpNow: "Ustaw teraz",
            .setUpLater: "Ustaw później",
            .offerBiometrics: "Odblokowywać za pomocą {biometrics}?",
            .offerBiometricsReason: "To szybsze niż wpisywanie kodu, który nadal będzie działać.",
            .offerBiometricsOnlyReason:
                "Sesja pozostaje otwarta, a dane biometryczne odblokowują aplikację. Bez nich trzeba się logować za "
                + "każdym razem.",
            .passcodeBeforeData:
                "Dane aplikacji na tym urządzeniu wymagają kodu. Z samymi danymi biometrycznymi mogłyby zostać "
                + "utracone.",
            .enable: "Włącz",
            .signInAgain: "Zaloguj się ponownie",
            .notNow: "Nie teraz",
            .security: "Bezpieczeństwo",
            .settings: "Ustawienia",
            .passcode: "Kod",
            .changePasscode: "Zmień kod",
            .turnOffPasscode: "Wyłącz kod",
            .turnOnPasscode: "Włącz kod",
            .setPasscode: "Ustaw kod",
            .lockNow: "Zablokuj teraz",
            .timeout: "Czas do zablokowania",
            .timeoutImmediately: "Natychmiast",
            .timeoutOneHour: "1\u{A0}godzina",
            .teamForbidsBiometrics: "Twój zespół nie zezwala na używanie danych biometrycznych.",
            .teamLimitsTimeout: "Maksymalny czas dozwolony przez Twój zespół: {time}.",
            .on: "Wł.",
            .off: "Wył.",
            .signOut: "Wyloguj się",
            .signOutWarning: "Wylogowanie usuwa dane aplikacji z tego urządzenia.",
            .deleteAccount: "Usuń konto",
            .deleteAccountWarning:
                "Twoje konto zostanie trwale usunięte, a dane aplikacji zostaną usunięte z tego urządzenia.",
            .devices: "Urządzenia",
            .shutDevice: "Unieważnij to urządzenie",
            .shutDeviceWarning:
                "Unieważnij utracone urządzenie: jego dane, także w kopii, otworzą się dopiero po ponownym "
                + "zalogowaniu.",
            .unnamedDevice: "Urządzenie bez nazwy",
            .noDevices: "Żadne urządzenie nie wymaga serwera do odblokowania.",
            .cancel: "Anuluj",
            .done: "Gotowe",
            .tryAgain: "Spróbuj ponownie",
            .passcodeChanged: "Twój kod został zmieniony na innym urządzeniu. Wpisz nowy.",
            .passcodeReset: "Twój nowy kod został ustawiony.",
            .opensWithoutServer:
                "Do odblokowania wymagany jest serwer, ale to urządzenie nadal odblokowuje się bez niego.",
        ],
        counts: [
            .timeoutMinutes: [
                .one: "{count}\u{A0}minuta",
                .few: "{count}\u{A0}minuty",
                .many: "{count}\u{A0}minut",
                .other: "{count}\u{A0}minut",
            ]
        ])
}
