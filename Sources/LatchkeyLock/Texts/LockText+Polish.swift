internal import LatchkeyCore

extension LockText {
    static let polish = LockTexts(
        language: "pl",
        complete: [
            .wrong: "Nieprawidłowy kod. Spróbuj ponownie.",
            .wait: "Zbyt wiele prób. Spróbuj ponownie za {seconds}\u{A0}s.",
            .exhausted: "Zbyt wiele nieudanych prób. Kod już nie działa.",
            .deviceShut: "To urządzenie zostało unieważnione. Zaloguj się ponownie, aby z niego korzystać.",
            .noPasscode: "Kod nie jest ustawiony.",
            .passcodeNeeded: "Wpisz raz kod, aby znowu używać danych biometrycznych.",
            .enterPasscode: "Wpisz kod",
            .biometricsOff: "Uwierzytelnianie biometryczne jest wyłączone.",
            .passcodeBeforeData: "Najpierw ustaw kod. Bez kodu aplikacja nie może zapisywać danych na tym urządzeniu.",
            .locked: "Aplikacja jest zablokowana.",
            .rejectedPopular: "Zbyt łatwy do odgadnięcia: jeden z najpopularniejszych kodów. Wybierz inny kod.",
            .rejectedRepeated: "Zbyt łatwy do odgadnięcia: jedna powtórzona cyfra. Wybierz inny kod.",
            .rejectedRun: "Zbyt łatwy do odgadnięcia: kolejne cyfry. Wybierz inny kod.",
            .rejectedPairs: "Zbyt łatwy do odgadnięcia: pary cyfr. Wybierz inny kod.",
            .rejectedTriples: "Zbyt łatwy do odgadnięcia: trójki cyfr lub powtórzona połowa. Wybierz inny kod.",
            .rejectedMirrored: "Zbyt łatwy do odgadnięcia: czytany od końca jest taki sam. Wybierz inny kod.",
            .rejectedKeypad: "Zbyt łatwy do odgadnięcia: prosty kształt na klawiaturze. Wybierz inny kod.",
            .rejectedYear: "Zbyt łatwy do odgadnięcia: rok lub 1\u{A0}stycznia. Wybierz inny kod.",
            .rejectedCommon: "Zbyt łatwy do odgadnięcia. Wybierz inny kod.",
            .rejectedReused: "To Twój obecny kod. Wybierz inny kod.",
            .unreadable: "Nie można teraz odczytać Twojego kodu. Aplikacja pozostaje zablokowana. Spróbuj ponownie.",
            .storageInUse: "Blokada aplikacji jest skonfigurowana dwukrotnie. Skontaktuj się z twórcą aplikacji.",
            .damaged: StoredDataText.polish[.damaged],
            .newerVersion: "Dane zostały zapisane przez nowszą wersję. Uaktualnij aplikację.",
            .notChanged: "Nic nie zostało zmienione. Spróbuj ponownie.",
            .recoveryRejected: "Danych na tym urządzeniu nie można odzyskać za pomocą tego konta.",
            .serverNeeded: "Odblokowanie wymaga połączenia z serwerem. Sprawdź połączenie i spróbuj ponownie.",
            .passcodeChangedElsewhere: "Kod został zmieniony na innym urządzeniu. Zaloguj się ponownie.",
            .passcodeAgain: "Wpisz kod ponownie.",
            .deviceUnknown: "Serwer nie rozpoznaje tego urządzenia. Zaloguj się ponownie.",
            .tooManyDevices:
                "Twoje konto ma zbyt wiele urządzeń. Unieważnij jedno z nich w ustawieniach i spróbuj ponownie.",
            .serverBroken: "Serwer nie może odblokować tego urządzenia. Skontaktuj się z administratorem.",
        ],
        counts: [
            .wrongWithCount: [
                .one: "Nieprawidłowy kod. Pozostała {count}\u{A0}próba.",
                .few: "Nieprawidłowy kod. Pozostały {count}\u{A0}próby.",
                .many: "Nieprawidłowy kod. Pozostało {count}\u{A0}prób.",
                .other: "Nieprawidłowy kod. Pozostało {count}\u{A0}prób.",
            ]
        ])
}
