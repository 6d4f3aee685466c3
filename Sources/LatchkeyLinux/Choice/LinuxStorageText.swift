public import Foundation
package import LatchkeyCore
internal import LatchkeySecureStorage

/// The keys of error texts about an app's storage on Linux.
package enum LinuxStorageText: String, TextKey {
    case notChosen, silent, locked, otherKeyring
    /// The message about a missing keyring. `{reason}` is the system's reason.
    case noKeyring
    /// The message about an unusable folder. `{path}` is the path of the app's folder.
    case folder

    package static var translations: [LocalizedTexts<LinuxStorageText>] {
        [english, french, german, spanish, italian, portuguese, dutch, polish, japanese, arabic]
    }

    package static let english = LocalizedTexts<LinuxStorageText>(
        language: "en",
        complete: [
            .notChosen: "There is no keyring. Start one, or store secrets in files.",
            .noKeyring: "There is no keyring: {reason}. Start one and try again.",
            .silent: "The keyring does not respond. Please try again.",
            .locked: "The keyring is locked. Unlock it and try again.",
            .otherKeyring: "The secrets are in another keyring. Nothing was changed.",
            .folder: "The folder {path} cannot be used. Check its permissions.",
        ])

    package static let french = LocalizedTexts<LinuxStorageText>(
        language: "fr",
        complete: [
            .notChosen: "Aucun trousseau. Démarrez-en un, ou stockez les secrets dans des fichiers.",
            .noKeyring: "Aucun trousseau\u{A0}: {reason}. Démarrez-en un et réessayez.",
            .silent: "Le trousseau ne répond pas. Veuillez réessayer.",
            .locked: "Le trousseau est verrouillé. Déverrouillez-le et réessayez.",
            .otherKeyring: "Les secrets sont dans un autre trousseau. Rien n’a été modifié.",
            .folder: "Le dossier {path} ne peut pas être utilisé. Vérifiez ses droits d’accès.",
        ])

    package static let german = LocalizedTexts<LinuxStorageText>(
        language: "de",
        complete: [
            .notChosen: "Es gibt keinen Schlüsselbund. Starten Sie einen oder speichern Sie Geheimnisse in Dateien.",
            .noKeyring: "Es gibt keinen Schlüsselbund: {reason}. Starten Sie einen und versuchen Sie es erneut.",
            .silent: "Der Schlüsselbund antwortet nicht. Bitte versuchen Sie es erneut.",
            .locked: "Der Schlüsselbund ist gesperrt. Entsperren Sie ihn und versuchen Sie es erneut.",
            .otherKeyring: "Die Geheimnisse sind in einem anderen Schlüsselbund. Es wurde nichts geändert.",
            .folder: "Der Ordner {path} kann nicht verwendet werden. Prüfen Sie seine Zugriffsrechte.",
        ])

    package static let spanish = LocalizedTexts<LinuxStorageText>(
        language: "es",
        complete: [
            .notChosen: "No hay ningún llavero. Inicia uno o guarda los secretos en archivos.",
            .noKeyring: "No hay ningún llavero: {reason}. Inicia uno e inténtalo de nuevo.",
            .silent: "El llavero no responde. Inténtalo de nuevo, por favor.",
            .locked: "El llavero está bloqueado. Desbloquéalo e inténtalo de nuevo.",
            .otherKeyring: "Los secretos están en otro llavero. No se ha cambiado nada.",
            .folder: "La carpeta {path} no se puede usar. Comprueba sus permisos.",
        ])

    package static let italian = LocalizedTexts<LinuxStorageText>(
        language: "it",
        complete: [
            .notChosen: "Nessun portachiavi. Avviane uno oppure salva i segreti in file.",
            .noKeyring: "Nessun portachiavi: {reason}. Avviane uno e riprova.",
            .silent: "Il portachiavi non risponde. Riprova.",
            .locked: "Il portachiavi è bloccato. Sbloccalo e riprova.",
            .otherKeyring: "I segreti si trovano in un altro portachiavi. Non è stato modificato nulla.",
            .folder: "La cartella {path} non può essere usata. Controlla i permessi.",
        ])

    package static let portuguese = LocalizedTexts<LinuxStorageText>(
        language: "pt-BR",
        complete: [
            .notChosen: "Não há um chaveiro. Inicie um ou armazene os segredos em arquivos.",
            .noKeyring: "Não há um chaveiro: {reason}. Inicie um e tente novamente.",
            .silent: "O chaveiro não responde. Tente novamente.",
            .locked: "O chaveiro está bloqueado. Desbloqueie-o e tente novamente.",
            .otherKeyring: "Os segredos estão em outro chaveiro. Nada foi alterado.",
            .folder: "A pasta {path} não pode ser usada. Verifique as permissões.",
        ])

    package static let dutch = LocalizedTexts<LinuxStorageText>(
        language: "nl",
        complete: [
            .notChosen: "Er is geen sleutelbos. Start er een of bewaar de geheimen in bestanden.",
            .noKeyring: "Er is geen sleutelbos: {reason}. Start er een en probeer het opnieuw.",
            .silent: "De sleutelbos reageert niet. Probeer het opnieuw.",
            .locked: "De sleutelbos is vergrendeld. Ontgrendel deze en probeer het opnieuw.",
            .otherKeyring: "De geheimen staan in een andere sleutelbos. Er is niets gewijzigd.",
            .folder: "De map {path} kan niet worden gebruikt. Controleer de toegangsrechten.",
        ])

    package static let polish = LocalizedTexts<LinuxStorageText>(
        language: "pl",
        complete: [
            .notChosen: "Brak bazy kluczy. Uruchom ją lub przechowuj dane poufne w plikach.",
            .noKeyring: "Brak bazy kluczy: {reason}. Uruchom ją i spróbuj ponownie.",
            .silent: "Baza kluczy nie odpowiada. Spróbuj ponownie.",
            .locked: "Baza kluczy jest zablokowana. Odblokuj ją i spróbuj ponownie.",
            .otherKeyring: "Dane poufne są w innej bazie kluczy. Nic nie zostało zmienione.",
            .folder: "Nie można użyć folderu {path}. Sprawdź jego uprawnienia.",
        ])

    package static let japanese = LocalizedTexts<LinuxStorageText>(
        language: "ja",
        complete: [
            .notChosen: "キーリングがありません。キーリングを起動するか、秘密情報をファイルに保存してください。",
            .noKeyring: "キーリングがありません：{reason}。キーリングを起動して、もう一度お試しください。",
            .silent: "キーリングが応答しません。もう一度お試しください。",
            .locked: "キーリングはロックされています。ロックを解除して、もう一度お試しください。",
            .otherKeyring: "秘密情報は別のキーリングにあります。何も変更されていません。",
            .folder: "フォルダ{path}を使用できません。アクセス権を確認してください。",
        ])

    package static let arabic = LocalizedTexts<LinuxStorageText>(
        language: "ar",
        complete: [
            .notChosen: "لا توجد حلقة مفاتيح. شغّل واحدة، أو خزّن البيانات السرية في ملفات.",
            .noKeyring: "لا توجد حلقة مفاتيح: {reason}. شغّل واحدة وأعد المحاولة.",
            .silent: "لا تستجيب حلقة المفاتيح. يرجى إعادة المحاولة.",
            .locked: "حلقة المفاتيح مقفلة. افتح قفلها وأعد المحاولة.",
            .otherKeyring: "البيانات السرية في حلقة مفاتيح أخرى. لم يتم تغيير أي شيء.",
            .folder: "لا يمكن استخدام المجلد {path}. تحقق من أذونات الوصول إليه.",
        ])
}

extension LinuxStorageError: LocalizedError {
    /// The error's text in the first of the user's languages that is supported.
    public var errorDescription: String? {
        let texts = LocalizedTexts<LinuxStorageText>.preferred(from: PreferredLanguages.current)
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
