public import LatchkeyCore

extension LockText {
    public static let french = LockTexts(
        language: "fr",
        complete: [
            .wrongWithCount: "Code incorrect. {count} essais restants.",
            .wrongWithOneLeft: "Code incorrect. Un essai restant.",
            .wrong: "Code incorrect. Réessayez.",
            .wait: "Trop d’échecs. Réessayez dans {seconds} s.",
            .exhausted: "Trop d’échecs. Le code ne fonctionne plus.",
            .noPasscode: "Aucun code n’est défini.",
            .passcodeNeeded: "Saisissez votre code une fois. Vous pourrez ensuite réutiliser la biométrie.",
            .enterPasscode: "Saisir le code",
            .biometricsOff: "L’authentification biométrique n’est pas activée.",
            .passcodeBeforeData:
                "Définissez d’abord un code. Sans code, l’app ne peut rien enregistrer sur cet appareil.",
            .locked: "L’app est verrouillée.",
            .refusedPopular: "Ce code est l’un des plus utilisés. Choisissez-en un autre.",
            .refusedRepeated: "Ce code répète un seul chiffre. Choisissez-en un autre.",
            .refusedRun: "Ce code compte dans un sens ou dans l’autre. Choisissez-en un autre.",
            .refusedPairs: "Ce code est fait de paires. Choisissez-en un autre.",
            .refusedTriples: "Ce code répète sa première moitié ou des triplets. Choisissez-en un autre.",
            .refusedMirrored: "Ce code se lit de la même façon à l’envers. Choisissez-en un autre.",
            .refusedKeypad: "Ce code est une forme simple sur le clavier. Choisissez-en un autre.",
            .refusedYear: "Ce code est une année ou un premier janvier. Choisissez-en un autre.",
            .refusedCommon: "Ce code est trop facile à deviner. Choisissez-en un autre.",
            .refusedReused: "C’est votre code actuel. Choisissez-en un autre.",
            .unreadable: "Votre code ne peut pas être lu pour le moment. L’app reste verrouillée. Réessayez.",
            .storageInUse: "Le verrouillage de l’app est configuré deux fois. Signalez-le à son développeur.",
            .damaged: "Les données enregistrées sont endommagées ou viennent d’un autre appareil.",
            .newerVersion: "Les données ont été enregistrées par une version plus récente. Mettez l’app à jour.",
            .notChanged: "Rien n’a été modifié. Réessayez.",
            .recoveryRefused: "Les données de cet appareil ne peuvent pas être récupérées avec ce compte.",
        ])
}

extension LockTexts {
    /// French.
    public static var french: LockTexts { LockText.french }
}
