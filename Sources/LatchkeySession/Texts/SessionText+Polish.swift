internal import LatchkeyCore

extension SessionText {
    static let polish = SessionTexts(
        language: "pl",
        complete: [
            .sessionEnded:
                "Twoja sesja została zakończona. Zaloguj się ponownie. Twoje dane pozostają na tym urządzeniu.",
            .otherAccount: "Na tym urządzeniu są dane innego konta. Zalogowanie się spowoduje ich usunięcie.",
            .resetRequired: "Twój kod już nie działa. Zresetuj go.",
            .formerPasscodeNeeded: "Kod jest prawidłowy, ale dane na tym urządzeniu są zablokowane poprzednim kodem.",
            .passcodeNeeded: "Wpisz kod.",
            .signInRejected: "Logowanie nie powiodło się lub wygasło. Zaloguj się ponownie.",
            .signInConflict:
                "Brak konta dla tego logowania: jego adres e-mail nie jest zweryfikowany lub należy do innego konta. "
                + "Skontaktuj się z administratorem.",
            .emailSignInDisabled: "Logowanie e-mailem jest wyłączone. Zaloguj się kontem zespołu.",
            .codeWrong: "Kod jest nieprawidłowy lub wygasł. Poproś o nowy.",
            .teamRequiresPasscode: "Twój zespół wymaga kodu.",
            .offline: "Nie można połączyć się z serwerem. Sprawdź połączenie i spróbuj ponownie.",
            .insecureConnection: "Połączenie nie jest bezpieczne. Nic nie zostało wysłane.",
            .serverTrouble: "Serwer nie może teraz wykonać tego żądania. Spróbuj ponownie.",
            .tooManyRequests: "Zbyt wiele żądań. Odczekaj chwilę.",
            .signedOut: "Wylogowano.",
            .storageTrouble: "Danych na tym urządzeniu nie można odczytać ani zapisać. Nic nie zostało zmienione.",
        ])
}
