public import LatchkeyText

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
            .biometricsOff: "L’authentification biométrique n’est pas activée.",
            .passcodeBeforeData:
                "Définissez d’abord un code. Sans code, l’app ne peut rien enregistrer sur cet appareil.",
            .locked: "L’app est verrouillée.",
            .unreadable: "Votre code ne peut pas être lu pour le moment. L’app reste verrouillée. Réessayez.",
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
