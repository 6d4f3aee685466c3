internal import LatchkeyCore

extension TerminalText {
    static let french = LocalizedTexts<TerminalText>(
        language: "fr",
        complete: [
            .asking: "{label}\u{A0}:",
            .locked: "Latchkey est verrouillé",
            .serverLabel: "Serveur\u{A0}: {server}",
            .loading: "Un instant…",
            .quit: "quitter",
            .settingsKey: "réglages",
            .lockKey: "verrouiller",
            .choose: "choisir",
            .open: "ouvrir",
            .back: "retour",
            .scroll: "défiler",
            .add: "ajouter",
            .edit: "éditer",
            .delete: "effacer",
            .type: "saisir",
            .send: "envoyer",
            .tooSmall: "La fenêtre est trop petite.",
            .confirmKeys: "Appuyez sur o pour oui, n pour non.",
            .yes: "oui",
            .no: "non",
            .howToSignIn: "Comment voulez-vous vous connecter\u{A0}?",
            .howToReset: "Il faut redire qui vous êtes. Comment\u{A0}?",
            .byMail: "par un code envoyé par e-mail",
            .inBrowser: "avec {name}, dans le navigateur",
            .byDeviceCode: "avec {name}, par un code sur un autre appareil",
            .openInBrowser:
                "Connectez-vous dans votre navigateur. S’il ne s’est pas ouvert, ouvrez cette adresse sur cette "
                + "machine\u{A0}:",
            .enterDeviceCode: "Sur n’importe quel appareil, ouvrez {address} et saisissez le code {code}",
            .waitingForProvider: "En attente de {name}…",
            .goBackToTerminal: "Retournez au terminal. Cette page peut être fermée.",
            .signInFailed: "La connexion n’a pas fonctionné. Retournez au terminal.",
            .signInLinkUsed: "Cette adresse a déjà été ouverte. Recommencez la connexion dans le terminal.",
            .noWayToSignIn:
                "Les applications ne peuvent pas se connecter à ce serveur\u{A0}: ses réglages ne nomment pas de "
                + "client.",
            .noWayToReset:
                "Ce serveur n’envoie pas de quoi réinitialiser, et ses réglages ne nomment pas de client pour les "
                + "applications.",
            .wayNotOffered: "Le serveur n’offre pas {way}.",
            .providerUnreachable: "{name} ne répond pas, ou pas comme il faut. Réessayez.",
            .providerDenied: "{name} ne vous a pas connecté.",
            .providerExpired: "Cela a pris trop de temps. Réessayez.",
            .providerMismatch:
                "Ce qui est revenu n’est pas la réponse de {name} à cette connexion. Personne n’est connecté.",
            .providerNotAsked:
                "{name} ne vous a rien redemandé. Déconnectez-vous-y d’abord, ou passez par le navigateur.",
            .noPort: "Aucun port n’a pu être ouvert pour le navigateur\u{A0}: {reason}",
            .touchReader: "Touchez le lecteur d’empreintes.",
            .touchAgain: "Touchez le lecteur encore une fois.",
            .touchLonger: "Encore une fois, plus longtemps.",
            .touchCentred: "Encore une fois, le doigt au milieu.",
            .liftFinger: "Levez le doigt, puis encore une fois.",
            .fingerprintIsOn: "Votre empreinte ouvre maintenant l’application",
            .fingerprintWarning:
                "Le lecteur dit seulement oui ou non. Qui peut lire ce que cet ordinateur garde pour vous n’a pas "
                + "besoin de doigt, et un doigt enregistré plus tard ouvre aussi l’application.",
            .fingerprintOnly:
                "Seule une empreinte ouvre ceci, et les commandes n’en demandent pas. Lancez latchkey.",
            .setting: "{label}\u{A0}: {value}",
            .notes: "Notes",
            .noNotes: "Aucune note. Appuyez sur a pour en écrire une.",
            .untitled: "(vide)",
            .deleteNote: "Effacer cette note\u{A0}?",
            .emptyNote: "La note était vide et n’a pas été enregistrée.",
            .noText: "La note n’a pas été enregistrée\u{A0}: le texte est illisible, pas en UTF-8 ou dépasse 16 Mio.",
            .noteDamaged: "Cette note est endommagée et illisible. Elle est gardée telle quelle.",
            .recovered: "Ce que vous écriviez a été enregistré.",
            .savedWhileLocked:
                "Latchkey s’est verrouillé pendant que l’éditeur était ouvert. Votre texte est conservé\u{A0}: il "
                + "deviendra une note au prochain déverrouillage.",
            .draftKeyAltered: """
            Quelqu’un a remplacé la clé qui chiffre les textes non enregistrés. Ceux laissés pendant le verrouillage \
            ont pu être lus par d’autres et ne peuvent pas être ouverts ici.
            """,
            .notSaved: "Pas enregistré\u{A0}: {reason}",
            .editorFailed: "L’éditeur a échoué\u{A0}: {reason}",
            .damagedNotes: "{count} notes endommagées sont illisibles. Elles sont gardées telles quelles.",
            .notSignedIn: "Personne n’est connecté. Lancez latchkey pour vous connecter.",
            .cancelled: "Annulé.",
            .noTerminal: "Il n’y a pas de terminal pour demander ou afficher.",
            .ambiguousNote: "Plusieurs notes commencent ainsi. Donnez-en plus.",
            .noSuchNote: "Il n’y a pas de note {id}.",
            .serverMalformed:
                "{server} n’est pas l’adresse d’un serveur. Elle commence par https://, ou http:// sur cette machine.",
            .settingsUnreadable: "Les réglages dans {path} sont illisibles.",
            .secretsInKeyring: "Secrets\u{A0}: dans le trousseau.",
            .secretsInFiles: "Secrets\u{A0}: dans des fichiers.",
            .secretsNowhere: "Secrets\u{A0}: nulle part pour l’instant.",
            .secretsKept: "Ils y sont déjà\u{A0}; un réglage ne les déplace pas.",
            .secretsSet: "Les réglages le disent.",
            .secretsFound: "Il y en a un, et les réglages ne disent rien d’autre.",
            .keyringOpen: "Le trousseau est ouvert.",
            .keyringLocked: "Le trousseau est verrouillé. Déverrouillez-le et réessayez.",
            .keyringEmpty: "Il n’y a pas encore de trousseau. Il est créé au premier besoin.",
            .keyringSilent: "Le trousseau ne répond pas.",
            .keyringForeign: "Les secrets sont dans un autre trousseau que celui qui répond. Rien n’a été modifié.",
            .keyringAsks: "Le trousseau demande son mot de passe dans sa propre fenêtre.",
            .keyringAbsent: "Il n’y a pas de trousseau\u{A0}: {reason}",
            .storageUnchosen:
                "Démarrez un trousseau, ou gardez les secrets dans des fichiers\u{A0}: LATCHKEY_STORAGE=file, "
                + "ou \"storage\": \"file\" dans {path}.",
            .storageMalformed: "{storage} n’est pas un lieu. Il y a keyring et file.",
            .reader: "Lecteur d’empreintes\u{A0}: {reader}. Doigts connus\u{A0}: {count}.",
            .readerProblem: "Il est inutilisable\u{A0}: {reason}",
            .enrolFinger: "Enregistrez-en un par fprintd-enroll, ou dans les réglages du bureau.",
            .sessions: "Session\u{A0}: {session}.",
            .noReader: "Il n’y a pas de lecteur d’empreintes\u{A0}: {reason}",
            .noSessions: "Rien ne signale le verrouillage de la session\u{A0}: {reason}",
            .doctorInstall: "À installer\u{A0}: {packages}",
        ])
}
