internal import LatchkeyCore

extension LockText {
    static let french = LockTexts(
        language: "fr",
        complete: [
            .wrong: "Code incorrect. Réessayez.",
            .wait: "Trop de tentatives. Réessayez dans {seconds}\u{A0}s.",
            .exhausted: "Trop de tentatives échouées. Le code ne fonctionne plus.",
            .deviceShut: "Cet appareil a été révoqué. Reconnectez-vous pour l’utiliser.",
            .noPasscode: "Aucun code n’est défini.",
            .passcodeNeeded: "Saisissez votre code une fois pour réutiliser la biométrie.",
            .enterPasscode: "Saisir le code",
            .biometricsOff: "L’authentification biométrique est désactivée.",
            .passcodeBeforeData:
                "Définissez d’abord un code. Sans code, l’app ne peut pas enregistrer de données sur cet appareil.",
            .locked: "L’app est verrouillée.",
            .rejectedPopular:
                "Trop facile à deviner\u{A0}: l’un des codes les plus utilisés. Choisissez un autre code.",
            .rejectedRepeated: "Trop facile à deviner\u{A0}: un seul chiffre répété. Choisissez un autre code.",
            .rejectedRun: "Trop facile à deviner\u{A0}: des chiffres qui se suivent. Choisissez un autre code.",
            .rejectedPairs: "Trop facile à deviner\u{A0}: des paires de chiffres. Choisissez un autre code.",
            .rejectedTriples:
                "Trop facile à deviner\u{A0}: des triplets ou une moitié répétée. Choisissez un autre code.",
            .rejectedMirrored: "Trop facile à deviner\u{A0}: identique dans les deux sens. Choisissez un autre code.",
            .rejectedKeypad: "Trop facile à deviner\u{A0}: une forme simple sur le clavier. Choisissez un autre code.",
            .rejectedYear: "Trop facile à deviner\u{A0}: une année ou un premier janvier. Choisissez un autre code.",
            .rejectedCommon: "Trop facile à deviner. Choisissez un autre code.",
            .rejectedReused: "C’est votre code actuel. Choisissez un autre code.",
            .unreadable: "Votre code ne peut pas être lu pour le moment. L’app reste verrouillée. Veuillez réessayer.",
            .storageInUse: "Le verrouillage de l’app est configuré deux fois. Veuillez contacter son développeur.",
            .damaged: StoredDataText.french[.damaged],
            .newerVersion:
                "Les données ont été enregistrées par une version plus récente. Veuillez mettre l’app à jour.",
            .notChanged: "Rien n’a été modifié. Veuillez réessayer.",
            .recoveryRejected: "Les données de cet appareil ne peuvent pas être récupérées avec ce compte.",
            .serverNeeded:
                "Le déverrouillage nécessite une connexion au serveur. Vérifiez votre connexion et réessayez.",
            .passcodeChangedElsewhere: "Votre code a été changé sur un autre appareil. Veuillez vous reconnecter.",
            .passcodeAgain: "Veuillez saisir à nouveau votre code.",
            .deviceUnknown: "Le serveur ne reconnaît pas cet appareil. Veuillez vous reconnecter.",
            .tooManyDevices: "Votre compte a trop d’appareils. Révoquez-en un dans les réglages, puis réessayez.",
            .serverBroken:
                "Le serveur ne peut pas déverrouiller cet appareil. Veuillez contacter votre administrateur.",
        ],
        counts: [
            .wrongWithCount: [
                .one: "Code incorrect. {count}\u{A0}tentative restante.",
                .other: "Code incorrect. {count}\u{A0}tentatives restantes.",
            ]
        ])
}
