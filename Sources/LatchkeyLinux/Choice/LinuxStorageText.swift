public import Foundation
package import LatchkeyCore
internal import LatchkeySecureStorage

/// The keys of error texts about an app's storage on Linux.
package enum LinuxStorageText: String, TextKey {
    case notChosen, silent, locked, otherKeyring
    /// `{reason}` is the system's reason.
    case noKeyring
    /// `{path}` is the path of the app's folder.
    case folder

    package static var translations: [LocalizedTexts<LinuxStorageText>] { [english, french] }

    package static let english = LocalizedTexts<LinuxStorageText>(
        language: "en",
        complete: [
            .notChosen: "There is no keyring. Start one, or store secrets in files.",
            .noKeyring: "There is no keyring: {reason}.",
            .silent: "The keyring does not respond. Please try again.",
            .locked: "The keyring is locked. Unlock it and try again.",
            .otherKeyring: "The secrets are in another keyring. Nothing was changed.",
            .folder: "The folder {path} cannot be used. Check its permissions.",
        ])

    package static let french = LocalizedTexts<LinuxStorageText>(
        language: "fr",
        complete: [
            .notChosen: "Aucun trousseau. Démarrez-en un, ou stockez les secrets dans des fichiers.",
            .noKeyring: "Aucun trousseau\u{A0}: {reason}.",
            .silent: "Le trousseau ne répond pas. Veuillez réessayer.",
            .locked: "Le trousseau est verrouillé. Déverrouillez-le et réessayez.",
            .otherKeyring: "Les secrets sont dans un autre trousseau. Rien n’a été modifié.",
            .folder: "Le dossier {path} ne peut pas être utilisé. Vérifiez ses droits d’accès.",
        ])
}

extension LinuxStorageError: LocalizedError {
    /// The text in the first of the user's languages that is supported.
    public var errorDescription: String? {
        let texts = LocalizedTexts<LinuxStorageText>.preferred(from: Locale.preferredLanguages)
        return switch self {
        case .notChosen: texts[.notChosen]
        case .noKeyring(let reason): texts[.noKeyring].replacing("{reason}", with: reason)
        case .silent: texts[.silent]
        case .locked: texts[.locked]
        case .otherKeyring: texts[.otherKeyring]
        case .storage(let error): error.errorDescription
        case .folder(let path): texts[.folder].replacing("{path}", with: path)
        }
    }
}
