internal import Foundation
internal import LatchkeyCore

/// The texts of errors of the fingerprint service.
enum FingerprintText: String, TextKey {
    case inUse, silent, notUnderstood
    /// `{status}` is fprintd's.
    case failed

    static var translations: [LocalizedTexts<FingerprintText>] { [english, french] }

    static let english = LocalizedTexts<FingerprintText>(
        language: "en",
        complete: [
            .inUse: "Another program is using the fingerprint reader.",
            .silent: "The fingerprint service does not respond.",
            .notUnderstood: "The fingerprint service sent an invalid response.",
            .failed: "The fingerprint reader failed: {status}.",
        ])

    static let french = LocalizedTexts<FingerprintText>(
        language: "fr",
        complete: [
            .inUse: "Un autre programme utilise le lecteur d’empreintes.",
            .silent: "Le service d’empreintes ne répond pas.",
            .notUnderstood: "Le service d’empreintes a envoyé une réponse incorrecte.",
            .failed: "Échec du lecteur d’empreintes\u{A0}: {status}.",
        ])

    /// The text in the user's first language that there are texts for.
    var text: String { LocalizedTexts<Self>.preferred(from: Locale.preferredLanguages)[self] }
}
