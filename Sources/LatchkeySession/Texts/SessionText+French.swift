public import LatchkeyCore

extension SessionText {
    public static let french = SessionTexts(
        language: "fr",
        complete: [
            .sessionEnded: "Votre session est terminée. Reconnectez-vous. Rien n’est perdu sur cet appareil.",
            .otherAccount: "Cet appareil garde les données d’un autre compte. Se connecter les efface.",
            .resetRequired: "Votre compte est bloqué après trop de codes faux. Réinitialisez le code.",
            .formerPasscodeNeeded: "Le code est juste, mais un autre verrouille ce que cet appareil garde.",
            .passcodeNeeded: "Saisissez votre code, s’il vous plaît.",
            .signInRefused: "La connexion n’a pas fonctionné, ou date trop. Reconnectez-vous.",
            .signInConflict:
                "Il n’y a pas de compte pour cette connexion\u{A0}: son adresse n’est pas vérifiée, ou est celle d’un "
                + "autre compte.",
            .mailSignInOff: "Aucun message ne connecte ici. Connectez-vous avec le compte de l’équipe.",
            .codeWrong: "Le code est faux ou périmé. Demandez-en un autre.",
            .teamRequiresPasscode: "Votre équipe exige un code.",
            .offline: "Le serveur est injoignable. Vérifiez votre connexion.",
            .insecureConnection: "La connexion n’est pas sûre. Rien n’a été envoyé.",
            .serverTrouble: "Le serveur ne peut pas le faire pour le moment. Réessayez.",
            .tooManyRequests: "Trop de demandes. Patientez un instant.",
            .signedOut: "Vous êtes déconnecté.",
            .storageTrouble: "Les données de cet appareil ne peuvent être ni lues ni écrites. Rien n’a été modifié.",
        ])
}
