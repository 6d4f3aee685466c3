public import LatchkeyCore

extension ScreenText {
    /// The screens' texts in French.
    public static let french = LocalizedTexts<ScreenText>(
        language: "fr",
        complete: [
            .enterPasscode: "Saisissez votre code",
            .enterFormerPasscode: "Saisissez votre ancien code",
            .enterCurrentPasscode: "Saisissez votre code actuel",
            .enterAccountPasscode: "Saisissez le code de votre compte",
            .chooseNewPasscode: "Choisissez un nouveau code à 6\u{A0}chiffres",
            .confirmNewPasscode: "Confirmez le nouveau code",
            .passcodeIsSet: "Le code est défini",
            .passcodesDiffer: "Les codes ne correspondent pas. Choisissez de nouveau.",
            .forgotPasscode: "Code oublié\u{A0}?",
            .deleteDigit: "Effacer",
            .unlockWithBiometrics: "Déverrouiller avec {biometrics}",
            .authenticationRequired: "Authentification requise",
            .authenticationFailed: "Échec de l’authentification",
            .digitsTyped: "{count} sur 6",
            .signIn: "Se connecter",
            .enterEmail: "Saisissez votre adresse e-mail. Vous recevrez un code.",
            .email: "Adresse e-mail",
            .emailMalformed: "Saisissez une adresse e-mail, comme nom@exemple.fr.",
            .enterCode: "Saisissez le code envoyé à {email}",
            .code: "Code reçu",
            .codeMalformed: "Le code comporte 8\u{A0}lettres et chiffres.",
            .continueWith: "Continuer avec {name}",
            .sendCodeAgain: "Envoyer un nouveau code",
            .eraseOtherAccount: "Effacer et se reconnecter",
            .enterEmailForReset: "Saisissez votre adresse e-mail. Vous recevrez de quoi réinitialiser votre code.",
            .enterResetCode: "Saisissez le code de réinitialisation envoyé à {email}",
            .offerTitle: "Définir un code\u{A0}?",
            .offerReason: "Il verrouille l’app quand vous la quittez. Sans lui, vous vous connectez à chaque fois.",
            .offerReasonOnDevice:
                "Il verrouille l’app quand vous la quittez. Personne ne peut le réinitialiser\u{A0}: retenez-le bien.",
            .setUpNow: "Définir maintenant",
            .setUpLater: "Plus tard",
            .offerBiometrics: "Déverrouiller avec {biometrics}\u{A0}?",
            .offerBiometricsReason: "C’est plus rapide que de saisir votre code, qui reste valable.",
            .offerBiometricsOnlyReason:
                "Votre session reste ouverte et la biométrie déverrouille l’app. Sans elle, vous vous connectez à "
                + "chaque fois.",
            .passcodeBeforeData:
                "Les données de l’app sur cet appareil nécessitent un code. Avec la biométrie seule, elles "
                + "pourraient être perdues.",
            .enable: "Activer",
            .signInAgain: "Se reconnecter",
            .notNow: "Pas maintenant",
            .security: "Sécurité",
            .settings: "Réglages",
            .passcode: "Code",
            .changePasscode: "Changer le code",
            .turnOffPasscode: "Désactiver le code",
            .turnOnPasscode: "Activer le code",
            .setPasscode: "Définir un code",
            .lockNow: "Verrouiller maintenant",
            .timeout: "Verrouiller après",
            .timeoutImmediately: "Immédiatement",
            .timeoutOneHour: "1 heure",
            .teamForbidsBiometrics: "Votre équipe n’autorise pas la biométrie.",
            .teamLimitsTimeout: "Durée maximale autorisée par votre équipe\u{A0}: {time}.",
            .on: "Activé",
            .off: "Désactivé",
            .signOut: "Se déconnecter",
            .signOutWarning: "Se déconnecter efface les données de l’app sur cet appareil.",
            .deleteAccount: "Supprimer le compte",
            .deleteAccountWarning:
                "Votre compte sera supprimé définitivement, et les données de l’app seront effacées de cet appareil.",
            .devices: "Appareils",
            .shutDevice: "Bloquer cet appareil",
            .shutDeviceWarning:
                "Bloquez un appareil perdu\u{A0}: ses données, même copiées, ne s’ouvriront qu’après une nouvelle "
                + "connexion.",
            .unnamedDevice: "Appareil sans nom",
            .noDevices: "Aucun appareil n’a besoin du serveur pour se déverrouiller.",
            .cancel: "Annuler",
            .done: "Terminé",
            .tryAgain: "Réessayer",
            .passcodeChanged: "Votre code a été changé sur un autre appareil. Veuillez saisir le nouveau.",
            .passcodeReset: "Votre nouveau code est défini.",
            .opensWithoutServer:
                "Le serveur est requis pour le déverrouillage, mais cet appareil se déverrouille encore sans lui.",
        ],
        counts: [.timeoutMinutes: [.one: "{count} minute", .other: "{count} minutes"]])
}
