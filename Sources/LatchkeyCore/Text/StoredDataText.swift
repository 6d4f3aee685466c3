/// The keys of error texts about stored secrets and records.
package enum StoredDataText: String, TextKey {
    case notSaved, notRead, notDeleted, notFound, damaged, otherVersion, locked, cancelled, notRecognized
    case matchUnavailable
    /// The message about unsafe permissions. `{path}` is the path of the file or folder.
    case unsafePermissions

    package static var translations: [LocalizedTexts<StoredDataText>] {
        [english, french, german, spanish, italian, portuguese, dutch, polish, japanese, arabic]
    }

    package static let english = LocalizedTexts<StoredDataText>(
        language: "en",
        complete: [
            .notSaved: "The data could not be saved. Please try again.",
            .notRead: "The data cannot be read right now. Please try again.",
            .notDeleted: "The data could not be deleted. Please try again.",
            .notFound: "The data is not available on this device.",
            .damaged: "The stored data is damaged or belongs to another device.",
            .otherVersion: "The stored data was written by another version of the app.",
            .locked: "The data is locked. Please unlock this device or its keyring.",
            .cancelled: "The request was cancelled.",
            .notRecognized: "You were not recognized. Please try again.",
            .matchUnavailable: "Biometrics are not available right now.",
            .unsafePermissions: "Other users of this device have access to {path}, so it was not used.",
        ])

    package static let french = LocalizedTexts<StoredDataText>(
        language: "fr",
        complete: [
            .notSaved: "Les données n’ont pas pu être enregistrées. Veuillez réessayer.",
            .notRead: "Les données ne peuvent pas être lues pour le moment. Veuillez réessayer.",
            .notDeleted: "Les données n’ont pas pu être supprimées. Veuillez réessayer.",
            .notFound: "Les données ne sont pas disponibles sur cet appareil.",
            .damaged: "Les données enregistrées sont endommagées ou proviennent d’un autre appareil.",
            .otherVersion: "Les données ont été enregistrées par une autre version de l’app.",
            .locked: "Les données sont verrouillées. Veuillez déverrouiller l’appareil ou son trousseau.",
            .cancelled: "La demande a été annulée.",
            .notRecognized: "Votre identité n’a pas été reconnue. Veuillez réessayer.",
            .matchUnavailable: "La biométrie n’est pas disponible pour le moment.",
            .unsafePermissions:
                "D’autres utilisateurs de cet appareil ont accès à {path}, qui n’a donc pas été utilisé.",
        ])

    package static let german = LocalizedTexts<StoredDataText>(
        language: "de",
        complete: [
            .notSaved: "Die Daten konnten nicht gespeichert werden. Bitte versuchen Sie es erneut.",
            .notRead: "Die Daten können derzeit nicht gelesen werden. Bitte versuchen Sie es erneut.",
            .notDeleted: "Die Daten konnten nicht gelöscht werden. Bitte versuchen Sie es erneut.",
            .notFound: "Die Daten sind auf diesem Gerät nicht verfügbar.",
            .damaged: "Die gespeicherten Daten sind beschädigt oder gehören zu einem anderen Gerät.",
            .otherVersion: "Die Daten wurden von einer anderen Version der App gespeichert.",
            .locked: "Die Daten sind gesperrt. Bitte entsperren Sie dieses Gerät oder seinen Schlüsselbund.",
            .cancelled: "Die Anfrage wurde abgebrochen.",
            .notRecognized: "Sie wurden nicht erkannt. Bitte versuchen Sie es erneut.",
            .matchUnavailable: "Biometrie ist derzeit nicht verfügbar.",
            .unsafePermissions:
                "Andere Benutzer dieses Geräts haben Zugriff auf {path}. Der Pfad wurde daher nicht verwendet.",
        ])

    package static let spanish = LocalizedTexts<StoredDataText>(
        language: "es",
        complete: [
            .notSaved: "No se han podido guardar los datos. Inténtalo de nuevo, por favor.",
            .notRead: "Los datos no se pueden leer en este momento. Inténtalo de nuevo, por favor.",
            .notDeleted: "No se han podido eliminar los datos. Inténtalo de nuevo, por favor.",
            .notFound: "Los datos no están disponibles en este dispositivo.",
            .damaged: "Los datos guardados están dañados o pertenecen a otro dispositivo.",
            .otherVersion: "Los datos se guardaron con otra versión de la app.",
            .locked: "Los datos están bloqueados. Desbloquea este dispositivo o su llavero, por favor.",
            .cancelled: "Se ha cancelado la solicitud.",
            .notRecognized: "No se te ha reconocido. Inténtalo de nuevo, por favor.",
            .matchUnavailable: "La biometría no está disponible en este momento.",
            .unsafePermissions:
                "Otros usuarios de este dispositivo tienen acceso a {path}, por lo que no se ha usado.",
        ])

    package static let italian = LocalizedTexts<StoredDataText>(
        language: "it",
        complete: [
            .notSaved: "Non è stato possibile salvare i dati. Riprova.",
            .notRead: "Al momento non è possibile leggere i dati. Riprova.",
            .notDeleted: "Non è stato possibile eliminare i dati. Riprova.",
            .notFound: "I dati non sono disponibili su questo dispositivo.",
            .damaged: "I dati salvati sono danneggiati o appartengono a un altro dispositivo.",
            .otherVersion: "I dati sono stati salvati da un’altra versione dell’app.",
            .locked: "I dati sono bloccati. Sblocca il dispositivo o il suo portachiavi.",
            .cancelled: "La richiesta è stata annullata.",
            .notRecognized: "La tua identità non è stata riconosciuta. Riprova.",
            .matchUnavailable: "Al momento la biometria non è disponibile.",
            .unsafePermissions:
                "Altri utenti di questo dispositivo hanno accesso a {path}, che quindi non è stato usato.",
        ])

    package static let portuguese = LocalizedTexts<StoredDataText>(
        language: "pt-BR",
        complete: [
            .notSaved: "Não foi possível salvar os dados. Tente novamente.",
            .notRead: "Não é possível ler os dados no momento. Tente novamente.",
            .notDeleted: "Não foi possível excluir os dados. Tente novamente.",
            .notFound: "Os dados não estão disponíveis neste dispositivo.",
            .damaged: "Os dados armazenados estão danificados ou pertencem a outro dispositivo.",
            .otherVersion: "Os dados foram salvos por outra versão do app.",
            .locked: "Os dados estão bloqueados. Desbloqueie este dispositivo ou o chaveiro dele.",
            .cancelled: "A solicitação foi cancelada.",
            .notRecognized: "Sua identidade não foi reconhecida. Tente novamente.",
            .matchUnavailable: "A biometria não está disponível no momento.",
            .unsafePermissions: "Outros usuários deste dispositivo têm acesso a {path}, que por isso não foi usado.",
        ])

    package static let dutch = LocalizedTexts<StoredDataText>(
        language: "nl",
        complete: [
            .notSaved: "De gegevens konden niet worden opgeslagen. Probeer het opnieuw.",
            .notRead: "De gegevens kunnen nu niet worden gelezen. Probeer het opnieuw.",
            .notDeleted: "De gegevens konden niet worden verwijderd. Probeer het opnieuw.",
            .notFound: "De gegevens zijn niet beschikbaar op dit apparaat.",
            .damaged: "De opgeslagen gegevens zijn beschadigd of horen bij een ander apparaat.",
            .otherVersion: "De gegevens zijn opgeslagen door een andere versie van de app.",
            .locked: "De gegevens zijn vergrendeld. Ontgrendel dit apparaat of de sleutelbos.",
            .cancelled: "Het verzoek is geannuleerd.",
            .notRecognized: "Je bent niet herkend. Probeer het opnieuw.",
            .matchUnavailable: "Biometrie is nu niet beschikbaar.",
            .unsafePermissions:
                "Andere gebruikers van dit apparaat hebben toegang tot {path}. Daarom is dit pad niet gebruikt.",
        ])

    package static let polish = LocalizedTexts<StoredDataText>(
        language: "pl",
        complete: [
            .notSaved: "Nie udało się zapisać danych. Spróbuj ponownie.",
            .notRead: "Nie można teraz odczytać danych. Spróbuj ponownie.",
            .notDeleted: "Nie udało się usunąć danych. Spróbuj ponownie.",
            .notFound: "Dane nie są dostępne na tym urządzeniu.",
            .damaged: "Zapisane dane są uszkodzone lub należą do innego urządzenia.",
            .otherVersion: "Dane zostały zapisane przez inną wersję aplikacji.",
            .locked: "Dane są zablokowane. Odblokuj to urządzenie lub jego bazę kluczy.",
            .cancelled: "Żądanie zostało anulowane.",
            .notRecognized: "Nie rozpoznano Cię. Spróbuj ponownie.",
            .matchUnavailable: "Dane biometryczne nie są teraz dostępne.",
            .unsafePermissions: "Inni użytkownicy tego urządzenia mają dostęp do {path}, dlatego nie zostało to użyte.",
        ])

    package static let japanese = LocalizedTexts<StoredDataText>(
        language: "ja",
        complete: [
            .notSaved: "データを保存できませんでした。もう一度お試しください。",
            .notRead: "現在データを読み取れません。もう一度お試しください。",
            .notDeleted: "データを削除できませんでした。もう一度お試しください。",
            .notFound: "このデバイスでは、データを利用できません。",
            .damaged: "保存されたデータが破損しているか、別のデバイスのものです。",
            .otherVersion: "データは、別のバージョンのアプリで保存されています。",
            .locked: "データはロックされています。このデバイスまたはキーリングのロックを解除してください。",
            .cancelled: "リクエストはキャンセルされました。",
            .notRecognized: "ご本人であることを確認できませんでした。もう一度お試しください。",
            .matchUnavailable: "現在、生体認証を利用できません。",
            .unsafePermissions: "このデバイスのほかのユーザが{path}にアクセスできるため、使用されませんでした。",
        ])

    package static let arabic = LocalizedTexts<StoredDataText>(
        language: "ar",
        complete: [
            .notSaved: "تعذر حفظ البيانات. يرجى إعادة المحاولة.",
            .notRead: "لا يمكن قراءة البيانات الآن. يرجى إعادة المحاولة.",
            .notDeleted: "تعذر حذف البيانات. يرجى إعادة المحاولة.",
            .notFound: "البيانات غير متاحة على هذا الجهاز.",
            .damaged: "البيانات المخزنة تالفة أو تخص جهازًا آخر.",
            .otherVersion: "تم حفظ البيانات بإصدار آخر من التطبيق.",
            .locked: "البيانات مقفلة. يرجى فتح قفل هذا الجهاز أو حلقة مفاتيحه.",
            .cancelled: "تم إلغاء الطلب.",
            .notRecognized: "لم يتم التعرّف عليك. يرجى إعادة المحاولة.",
            .matchUnavailable: "المقاييس الحيوية غير متاحة الآن.",
            .unsafePermissions: "يمكن لمستخدمين آخرين على هذا الجهاز الوصول إلى {path}، لذلك لم يتم استخدامه.",
        ])
}
