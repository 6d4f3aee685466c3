internal import LatchkeyCore

extension TerminalText {
    static let french = LocalizedTexts<TerminalText>(
        language: "fr",
        complete: [
            .asking: "{label}\u{A0}:",
            .locked: "Latchkey est verrouillé",
            .serverLabel: "Serveur\u{A0}: {server}",
            .loading: "Un instant…",
            .quit: "Quitter",
            .settingsKey: "Réglages",
            .lockKey: "Verrouiller",
            .choose: "Choisir",
            .open: "Ouvrir",
            .back: "Retour",
            .scroll: "Défiler",
            .add: "Ajouter",
            .edit: "Modifier",
            .delete: "Supprimer",
            .type: "Saisir",
            .send: "Envoyer",
            .tooSmall: "La fenêtre est trop petite.",
            .confirmKeys: "Appuyez sur o pour oui, n pour non.",
            .yes: "oui",
            .no: "non",
            .howToSignIn: "Comment voulez-vous vous connecter\u{A0}?",
            .howToReset: "Confirmez votre identité",
            .byEmail: "Avec un code envoyé par e-mail",
            .inBrowser: "Avec {name}, dans le navigateur",
            .byDeviceCode: "Avec {name}, sur un autre appareil",
            .openInBrowser:
                "Connectez-vous dans votre navigateur. S’il ne s’est pas ouvert, ouvrez cette adresse sur cet "
                + "ordinateur\u{A0}:",
            .enterDeviceCode: "Sur n’importe quel appareil, ouvrez {address} et saisissez le code {code}",
            .waitingForProvider: "En attente de {name}…",
            .goBackToTerminal: "Revenez au terminal. Vous pouvez fermer cette page.",
            .signInFailed: "La connexion a échoué. Revenez au terminal.",
            .signInLinkUsed: "Cette adresse a déjà servi. Recommencez la connexion dans le terminal.",
            .noSignInMethod:
                "Les apps ne peuvent pas se connecter à ce serveur\u{A0}: aucun identifiant client n’est configuré "
                + "pour elles.",
            .noResetMethod:
                "Ce serveur ne peut pas réinitialiser le code\u{A0}: l’e-mail est désactivé, et aucun identifiant "
                + "client n’est configuré pour les apps.",
            .methodNotOffered: "Le serveur ne prend pas en charge le mode de connexion {method}.",
            .providerUnreachable: "{name} ne répond pas correctement. Veuillez réessayer.",
            .providerDenied: "{name} a refusé la connexion.",
            .providerExpired: "La connexion a expiré. Veuillez réessayer.",
            .providerMismatch:
                "La réponse de {name} ne correspond pas à cette connexion. Aucune session n’est ouverte.",
            .providerNotAsked:
                "{name} ne vous a pas demandé de vous reconnecter. Commencez par vous en déconnecter, ou utilisez "
                + "le navigateur.",
            .noPort: "Aucun port n’est disponible pour le navigateur\u{A0}: {reason}",
            .touchReader: "Posez le doigt sur le lecteur d’empreintes.",
            .touchAgain: "Posez de nouveau le doigt.",
            .touchLonger: "Posez de nouveau le doigt, plus longtemps.",
            .touchCentred: "Posez de nouveau le doigt, bien au centre.",
            .liftFinger: "Levez le doigt, puis posez-le de nouveau.",
            .fingerprintIsOn: "Votre empreinte déverrouille maintenant l’app",
            .fingerprintWarning:
                "Le lecteur ne fait que confirmer l’empreinte. Une personne qui peut lire les données de cet "
                + "ordinateur n’en a pas besoin, et un doigt enregistré plus tard déverrouille aussi l’app.",
            .fingerprintOnly:
                "Seule une empreinte déverrouille les notes, et les commandes ne peuvent pas l’utiliser. Lancez "
                + "latchkey.",
            .setting: "{label}\u{A0}: {value}",
            .notes: "Notes",
            .noNotes: "Aucune note. Appuyez sur a pour en ajouter une.",
            .untitled: "(vide)",
            .deleteNote: "Supprimer cette note\u{A0}?",
            .emptyNote: "La note est vide et n’a pas été enregistrée.",
            .noText:
                "La note n’a pas été enregistrée\u{A0}: son texte est illisible, n’est pas en UTF-8 ou "
                + "dépasse 16\u{A0}Mio.",
            .noteDamaged: "Cette note est endommagée et illisible. Elle n’a pas été modifiée.",
            .recovered: "Votre texte non enregistré a été récupéré.",
            .savedWhileLocked:
                "Latchkey s’est verrouillé pendant que l’éditeur était ouvert. Votre texte est conservé\u{A0}: il "
                + "deviendra une note au prochain déverrouillage.",
            .draftKeyAltered:
                "La clé qui chiffre les textes non enregistrés a été remplacée. Les textes laissés pendant le "
                + "verrouillage ont pu être lus par d’autres et ne peuvent pas être ouverts ici.",
            .notSaved: "Non enregistré\u{A0}: {reason}",
            .editorFailed: "L’éditeur a échoué\u{A0}: {reason}",
            .damagedNotes: "Notes endommagées\u{A0}: {count}. Rien n’a été modifié.",
            .notSignedIn: "Aucune session n’est ouverte. Lancez latchkey pour vous connecter.",
            .cancelled: "Annulé.",
            .noTerminal: "Un terminal est nécessaire.",
            .ambiguousNote: "Plusieurs notes correspondent. Saisissez davantage de caractères de l’identifiant.",
            .noSuchNote: "Aucune note n’a un identifiant qui commence par {id}.",
            .serverMalformed:
                "{server} n’est pas une adresse de serveur. Utilisez https://, ou http:// pour cet ordinateur.",
            .settingsUnreadable: "Les réglages dans {path} ne peuvent pas être lus. Corrigez ou supprimez le fichier.",
            .noHome: "HOME ne contient pas de chemin absolu. Indiquez votre dossier personnel.",
            .notAFolder: "{path} n’est pas un dossier. Déplacez ou renommez le fichier.",
            .folderOfOtherUser: "{path} appartient à un autre utilisateur. Déplacez le dossier et réessayez.",
            .folderOpen:
                "D’autres utilisateurs ont accès à {path}. Vérifiez son contenu, puis exécutez\u{A0}: chmod 700 "
                + "'{path}'",
            .noMemoryFolder: "Aucun dossier en mémoire\u{A0}: définissez XDG_RUNTIME_DIR ou montez /dev/shm.",
            .folderNotPrivate: "{path} n’est pas un dossier privé de cet utilisateur. Déplacez-le et réessayez.",
            .textTooLong: "Le texte de {path} dépasse 16\u{A0}Mio.",
            .systemFailed: "Le système a signalé une erreur ({reason}).",
            .diskFull: "Le disque est plein. Libérez de l’espace et réessayez.",
            .notPermitted: "Accès refusé. Vérifiez les droits d’accès.",
            .outputFailed: "Le résultat ne peut pas être écrit.",
            .exitStatus: "état de sortie {status}",
            .signal: "signal {number}",
            .deviceShut: "L’appareil est révoqué. Ses notes ne s’ouvrent qu’après une nouvelle connexion.",
            .copyWorksOffline:
                "Une copie des secrets de cet appareil permet d’essayer tous les codes sans le serveur.",
            .copyNeedsServer: "Une copie des secrets de cet appareil n’ouvre rien sans le serveur.",
            .noSuchDevice: "Aucun appareil n’a un identifiant qui commence par {id}, ou plusieurs en ont un.",
            .secretsInKeyring: "Secrets\u{A0}: dans le trousseau.",
            .secretsInFiles: "Secrets\u{A0}: dans des fichiers.",
            .secretsNowhere: "Secrets\u{A0}: aucun pour l’instant.",
            .secretsKept: "Ils y sont déjà\u{A0}; les réglages ne les déplacent pas.",
            .secretsSet: "Conformément aux réglages.",
            .secretsFound: "Par défaut\u{A0}: un trousseau est disponible.",
            .keyringOpen: "Le trousseau est déverrouillé.",
            .keyringLocked: "Le trousseau est verrouillé. Déverrouillez-le et réessayez.",
            .keyringEmpty: "Il n’y a pas encore de trousseau. Il sera créé au premier besoin.",
            .keyringSilent: "Le trousseau ne répond pas. Veuillez réessayer.",
            .keyringForeign: "Les secrets sont dans un autre trousseau. Rien n’a été modifié.",
            .keyringAsks: "Le trousseau demande son mot de passe dans sa propre fenêtre.",
            .keyringAbsent: "Aucun trousseau\u{A0}: {reason}",
            .keyringUnsupported:
                "macOS n’offre pas de trousseau aux programmes du terminal. Définissez LATCHKEY_STORAGE=file.",
            .storageUnchosen:
                "Démarrez un trousseau, ou stockez les secrets dans des fichiers\u{A0}: LATCHKEY_STORAGE=file, ou "
                + "\"storage\": \"file\" dans {path}.",
            .storageMalformed: "{storage} n’est pas un mode de stockage. Utilisez keyring ou file.",
            .reader: "Lecteur d’empreintes\u{A0}: {reader}. Doigts enregistrés\u{A0}: {count}.",
            .readerProblem: "Il est inutilisable\u{A0}: {reason}",
            .enrolFinger: "Enregistrez-en un avec fprintd-enroll, ou dans les réglages du bureau.",
            .sessions: "Session\u{A0}: {session}.",
            .noReader: "Aucun lecteur d’empreintes\u{A0}: {reason}",
            .noSessions: "Le verrouillage du bureau n’est pas détecté\u{A0}: {reason}",
            .doctorInstall: "À installer\u{A0}: {packages}",
        ])
}
