internal import LatchkeyCore

extension SessionText {
    static let french = SessionTexts(
        language: "fr",
        complete: [
            .sessionEnded:
                "Votre session est terminée. Veuillez vous reconnecter. Vos données restent sur cet appareil.",
            .otherAccount: "Cet appareil contient les données d’un autre compte. La connexion les effacera.",
            .resetRequired: "Votre code ne fonctionne plus. Veuillez le réinitialiser.",
            .formerPasscodeNeeded:
                "Le code est correct, mais les données de cet appareil sont verrouillées par votre ancien code.",
            .passcodeNeeded: "Veuillez saisir votre code.",
            .signInRejected: "La connexion a échoué ou a expiré. Veuillez vous reconnecter.",
            .signInConflict:
                "Aucun compte pour cette connexion\u{A0}: son adresse e-mail n’est pas vérifiée, ou appartient à "
                + "un autre compte. Veuillez contacter votre administrateur.",
            .emailSignInDisabled: "La connexion par e-mail est désactivée. Connectez-vous avec votre compte d’équipe.",
            .codeWrong: "Le code est incorrect ou a expiré. Demandez-en un nouveau.",
            .teamRequiresPasscode: "Votre équipe exige un code.",
            .offline: "Le serveur est injoignable. Vérifiez votre connexion et réessayez.",
            .insecureConnection: "La connexion n’est pas sécurisée. Rien n’a été envoyé.",
            .serverTrouble: "Le serveur ne peut pas traiter cette demande pour le moment. Veuillez réessayer.",
            .tooManyRequests: "Trop de demandes. Veuillez patienter un instant.",
            .signedOut: "Aucune session n’est ouverte.",
            .storageTrouble:
                "Les données de cet appareil ne peuvent être ni lues ni enregistrées. Rien n’a été modifié.",
        ])
}
