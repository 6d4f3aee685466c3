internal import LatchkeyCore

extension TerminalText {
    static let dutch = LocalizedTexts<TerminalText>(
        language: "nl",
        complete: [
            .asking: "{label}:",
            .locked: "Latchkey is vergrendeld",
            .serverLabel: "Server: {server}",
            .loading: "Een ogenblik…",
            .quit: "Stop",
            .settingsKey: "Instellingen",
            .lockKey: "Vergrendelen",
            .choose: "Kiezen",
            .open: "Open",
            .back: "Terug",
            .scroll: "Scrollen",
            .add: "Nieuw",
            .edit: "Bewerken",
            .delete: "Verwijderen",
            .type: "Typen",
            .send: "Sturen",
            .tooSmall: "Het venster is te klein.",
            .confirmKeys: "Druk op j voor ja, op n voor nee.",
            .yes: "ja",
            .no: "nee",
            .howToSignIn: "Hoe wil je inloggen?",
            .howToReset: "Bevestig je identiteit",
            .byEmail: "Met een code per e-mail",
            .inBrowser: "Met {name}, in de browser",
            .byDeviceCode: "Met {name}, op een ander apparaat",
            .openInBrowser:
                "Log in via je browser. Als die niet vanzelf is geopend, open je dit adres op deze computer:",
            .enterDeviceCode: "Open {address} op een willekeurig apparaat en voer de code {code} in",
            .waitingForProvider: "Wachten op {name}…",
            .goBackToTerminal: "Ga terug naar de terminal. Je kunt deze pagina sluiten.",
            .signInFailed: "Inloggen is mislukt. Ga terug naar de terminal.",
            .signInLinkUsed: "Dit adres is al gebruikt. Begin opnieuw met inloggen in de terminal.",
            .noSignInMethod: "Apps kunnen niet inloggen op deze server: er is geen client-ID voor apps geconfigureerd.",
            .noResetMethod:
                "Deze server kan geen toegangscodes opnieuw instellen: e-mail is uitgeschakeld en er is geen "
                + "client-ID voor apps geconfigureerd.",
            .methodNotOffered: "De server ondersteunt de inlogmethode {method} niet.",
            .providerUnreachable: "{name} reageert niet correct. Probeer het opnieuw.",
            .providerDenied: "{name} heeft het inloggen geweigerd.",
            .providerExpired: "De inlogpoging is verlopen. Probeer het opnieuw.",
            .providerMismatch: "Het antwoord van {name} hoort niet bij deze inlogpoging. Je bent niet ingelogd.",
            .providerNotAsked:
                "{name} heeft je niet gevraagd om opnieuw in te loggen. Log daar eerst uit of gebruik de browser.",
            .noPort: "Er is geen poort beschikbaar voor de browser: {reason}",
            .touchReader: "Raak de vingerafdruksensor aan.",
            .touchAgain: "Raak de sensor opnieuw aan.",
            .touchLonger: "Raak de sensor opnieuw aan, maar langer.",
            .touchCentred: "Raak de sensor opnieuw aan, met het midden van je vinger.",
            .liftFinger: "Til je vinger op en raak de sensor opnieuw aan.",
            .fingerprintIsOn: "Je kunt de app nu ontgrendelen met je vingerafdruk",
            .fingerprintWarning:
                "De sensor bevestigt alleen dat de vingerafdruk overeenkomt. Wie de opgeslagen gegevens van deze "
                + "computer kan lezen, heeft geen vinger nodig, en een vinger die later wordt geregistreerd, "
                + "ontgrendelt de app ook.",
            .fingerprintOnly:
                "De notities kunnen alleen met een vingerafdruk worden ontgrendeld, en opdrachten kunnen die niet "
                + "gebruiken. Start latchkey.",
            .setting: "{label}: {value}",
            .notes: "Notities",
            .noNotes: "Nog geen notities. Druk op a om er een toe te voegen.",
            .untitled: "(leeg)",
            .deleteNote: "Deze notitie verwijderen?",
            .emptyNote: "De notitie is leeg en is niet opgeslagen.",
            .noText:
                "De notitie is niet opgeslagen: de tekst is onleesbaar, is geen UTF-8 of is langer dan 16\u{A0}MiB.",
            .noteDamaged: "Deze notitie is beschadigd en kan niet worden gelezen. De notitie is niet gewijzigd.",
            .recovered: "Je niet-opgeslagen tekst is hersteld.",
            .savedWhileLocked:
                "Latchkey is vergrendeld terwijl de editor open was. Je tekst is veilig: die wordt een notitie zodra "
                + "je weer ontgrendelt.",
            .draftKeyAltered:
                "De sleutel waarmee niet-opgeslagen tekst wordt versleuteld, is vervangen. Tekst die tijdens de "
                + "vergrendeling is bewaard, kan door anderen zijn gelezen en kan hier niet worden geopend.",
            .notSaved: "Niet opgeslagen: {reason}",
            .editorFailed: "Er is een fout opgetreden in de editor: {reason}",
            .damagedNotes: "Beschadigde notities: {count}. Ze zijn niet gewijzigd.",
            .notSignedIn: "Je bent niet ingelogd. Start latchkey om in te loggen.",
            .cancelled: "Geannuleerd.",
            .noTerminal: "Hiervoor is een terminal nodig.",
            .ambiguousNote: "Er zijn meerdere overeenkomende notities. Voer meer tekens van de ID in.",
            .noSuchNote: "Er is geen notitie met een ID die met {id} begint.",
            .serverMalformed: "{server} is geen serveradres. Gebruik https://, of http:// voor deze computer.",
            .settingsUnreadable:
                "De instellingen in {path} kunnen niet worden gelezen. Corrigeer of verwijder het bestand.",
            .noHome: "HOME bevat geen absoluut pad. Geef je thuismap op.",
            .notAFolder: "{path} is geen map. Verplaats het bestand of wijzig de naam.",
            .folderOfOtherUser: "{path} is van een andere gebruiker. Verplaats de map en probeer het opnieuw.",
            .folderOpen:
                "Andere gebruikers hebben toegang tot {path}. Controleer de inhoud en voer dan uit: chmod 700 '{path}'",
            .noMemoryFolder: "Er is geen map in het geheugen: stel XDG_RUNTIME_DIR in of koppel /dev/shm aan.",
            .folderNotPrivate: "{path} is geen privémap van deze gebruiker. Verplaats de map en probeer het opnieuw.",
            .textTooLong: "De tekst in {path} is langer dan 16\u{A0}MiB.",
            .systemFailed: "Het systeem heeft een fout gemeld ({reason}).",
            .diskFull: "De schijf is vol. Maak ruimte vrij en probeer het opnieuw.",
            .notPermitted: "Toegang geweigerd. Controleer de toegangsrechten.",
            .outputFailed: "De uitvoer kan niet worden geschreven.",
            .exitStatus: "afsluitstatus {status}",
            .signal: "signaal {number}",
            .deviceShut: "Het apparaat is buiten gebruik gesteld. De notities zijn pas na opnieuw inloggen te openen.",
            .copyWorksOffline:
                "Met een kopie van de geheimen van dit apparaat zijn alle toegangscodes zonder de server te proberen.",
            .copyNeedsServer: "Een kopie van de geheimen van dit apparaat opent niets zonder de server.",
            .noSuchDevice: "Geen apparaat, of meer dan één, heeft een ID die met {id} begint.",
            .secretsInKeyring: "Geheimen: in de sleutelbos.",
            .secretsInFiles: "Geheimen: in bestanden.",
            .secretsNowhere: "Geheimen: nog geen.",
            .secretsKept: "Ze staan daar al; instellingen verplaatsen ze niet.",
            .secretsSet: "Zoals vastgelegd in de instellingen.",
            .secretsFound: "Standaard: er is een sleutelbos beschikbaar.",
            .keyringOpen: "De sleutelbos is ontgrendeld.",
            .keyringLocked: "De sleutelbos is vergrendeld. Ontgrendel deze en probeer het opnieuw.",
            .keyringEmpty: "Er is nog geen sleutelbos. Die wordt gemaakt zodra deze nodig is.",
            .keyringSilent: "De sleutelbos reageert niet. Probeer het opnieuw.",
            .keyringForeign: "De geheimen staan in een andere sleutelbos. Er is niets gewijzigd.",
            .keyringAsks: "De sleutelbos vraagt om het wachtwoord in een eigen venster.",
            .keyringAbsent: "Er is geen sleutelbos: {reason}",
            .keyringUnsupported:
                "macOS biedt programma’s in de terminal geen sleutelbos. Stel LATCHKEY_STORAGE=file in.",
            .storageUnchosen:
                "Start een sleutelbos of bewaar de geheimen in bestanden: LATCHKEY_STORAGE=file, of \"storage\": "
                + "\"file\" in {path}.",
            .storageMalformed: "{storage} is geen geldige opslagmethode. Gebruik keyring of file.",
            .reader: "Vingerafdruksensor: {reader}. Geregistreerde vingers: {count}.",
            .readerProblem: "Deze kan niet worden gebruikt: {reason}",
            .enrolFinger: "Registreer een vinger met fprintd-enroll of in de instellingen van het bureaublad.",
            .sessions: "Sessie: {session}.",
            .noReader: "Er is geen vingerafdruksensor: {reason}",
            .noSessions: "Vergrendelingen van het bureaublad worden niet herkend: {reason}",
            .doctorInstall: "Te installeren: {packages}",
        ])
}
