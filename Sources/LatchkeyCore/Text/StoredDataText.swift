/// The keys of error texts about stored secrets and records.
package enum StoredDataText: String, TextKey {
    case notSaved, notRead, notDeleted, damaged, otherVersion, locked, cancelled, notRecognized, matchUnavailable
    /// `{path}` is the path of the file or folder.
    case unsafePermissions

    package static var translations: [LocalizedTexts<StoredDataText>] { [english, french] }

    package static let english = LocalizedTexts<StoredDataText>(
        language: "en",
        complete: [
            .notSaved: "The data could not be saved. Please try again.",
            .notRead: "The data cannot be read right now. Please try again.",
            .notDeleted: "The data could not be deleted. Please try again.",
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
            .damaged: "Les données enregistrées sont endommagées ou proviennent d’un autre appareil.",
            .otherVersion: "Les données ont été enregistrées par une autre version de l’app.",
            .locked: "Les données sont verrouillées. Veuillez déverrouiller l’appareil ou son trousseau.",
            .cancelled: "La demande a été annulée.",
            .notRecognized: "Votre identité n’a pas été reconnue. Veuillez réessayer.",
            .matchUnavailable: "La biométrie n’est pas disponible pour le moment.",
            .unsafePermissions:
                "D’autres utilisateurs de cet appareil ont accès à {path}, qui n’a donc pas été utilisé.",
        ])
}
