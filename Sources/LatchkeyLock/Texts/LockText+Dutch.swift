internal import LatchkeyCore

extension LockText {
    static let dutch = LockTexts(
        language: "nl",
        complete: [
            .wrong: "Onjuiste toegangscode. Probeer het opnieuw.",
            .wait: "Te veel pogingen. Probeer het over {seconds}\u{A0}s opnieuw.",
            .exhausted: "Te veel mislukte pogingen. De toegangscode werkt niet meer.",
            .deviceShut: "Dit apparaat is buiten gebruik gesteld. Log opnieuw in om het te gebruiken.",
            .noPasscode: "Er is geen toegangscode ingesteld.",
            .passcodeNeeded: "Voer één keer je toegangscode in om biometrie weer te gebruiken.",
            .enterPasscode: "Toegangscode invoeren",
            .biometricsOff: "Biometrische authenticatie is uitgeschakeld.",
            .passcodeBeforeData:
                "Stel eerst een toegangscode in. Zonder toegangscode kan de app geen gegevens op dit apparaat bewaren.",
            .locked: "De app is vergrendeld.",
            .rejectedPopular:
                "Te makkelijk te raden: een van de meestgebruikte toegangscodes. Kies een andere toegangscode.",
            .rejectedRepeated: "Te makkelijk te raden: één herhaald cijfer. Kies een andere toegangscode.",
            .rejectedRun: "Te makkelijk te raden: opeenvolgende cijfers. Kies een andere toegangscode.",
            .rejectedPairs: "Te makkelijk te raden: paren van cijfers. Kies een andere toegangscode.",
            .rejectedTriples: "Te makkelijk te raden: drietallen of een herhaalde helft. Kies een andere toegangscode.",
            .rejectedMirrored: "Te makkelijk te raden: achterstevoren hetzelfde. Kies een andere toegangscode.",
            .rejectedKeypad:
                "Te makkelijk te raden: een eenvoudige vorm op de cijfertoetsen. Kies een andere toegangscode.",
            .rejectedYear: "Te makkelijk te raden: een jaartal of 1\u{A0}januari. Kies een andere toegangscode.",
            .rejectedCommon: "Te makkelijk te raden. Kies een andere toegangscode.",
            .rejectedReused: "Dit is je huidige toegangscode. Kies een andere toegangscode.",
            .unreadable: "Je toegangscode kan nu niet worden gelezen. De app blijft vergrendeld. Probeer het opnieuw.",
            .storageInUse:
                "De vergrendeling van de app is twee keer ingesteld. Neem contact op met de ontwikkelaar van de app.",
            .damaged: StoredDataText.dutch[.damaged],
            .newerVersion: "De gegevens zijn opgeslagen door een nieuwere versie. Werk de app bij.",
            .notChanged: "Er is niets gewijzigd. Probeer het opnieuw.",
            .recoveryRejected: "De gegevens op dit apparaat kunnen niet met dit account worden hersteld.",
            .serverNeeded:
                "Voor het ontgrendelen is verbinding met de server nodig. Controleer je verbinding en probeer het "
                + "opnieuw.",
            .passcodeChangedElsewhere: "Je toegangscode is op een ander apparaat gewijzigd. Log opnieuw in.",
            .passcodeAgain: "Voer je toegangscode opnieuw in.",
            .deviceUnknown: "De server herkent dit apparaat niet. Log opnieuw in.",
            .tooManyDevices:
                "Je account heeft te veel apparaten. Stel er een buiten gebruik in de instellingen en "
                + "probeer het opnieuw.",
            .serverBroken: "De server kan dit apparaat niet ontgrendelen. Neem contact op met je beheerder.",
        ],
        counts: [
            .wrongWithCount: [
                .one: "Onjuiste toegangscode. Nog {count}\u{A0}poging.",
                .other: "Onjuiste toegangscode. Nog {count}\u{A0}pogingen.",
            ]
        ])
}
