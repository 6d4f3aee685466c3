internal import LatchkeyCore

/// The texts of errors of the fingerprint service.
enum FingerprintText: String, TextKey {
    case inUse, silent, notUnderstood, failed

    static var translations: [LocalizedTexts<FingerprintText>] {
        [english, french, german, spanish, italian, portuguese, dutch, polish, japanese, arabic]
    }

    static let english = LocalizedTexts<FingerprintText>(
        language: "en",
        complete: [
            .inUse: "Another program is using the fingerprint reader.",
            .silent: "The fingerprint service does not respond.",
            .notUnderstood: "The fingerprint service sent an invalid response.",
            .failed: "The fingerprint reader failed.",
        ])

    static let french = LocalizedTexts<FingerprintText>(
        language: "fr",
        complete: [
            .inUse: "Un autre programme utilise le lecteur d’empreintes.",
            .silent: "Le service d’empreintes ne répond pas.",
            .notUnderstood: "Le service d’empreintes a envoyé une réponse incorrecte.",
            .failed: "Échec du lecteur d’empreintes.",
        ])

    static let german = LocalizedTexts<FingerprintText>(
        language: "de",
        complete: [
            .inUse: "Ein anderes Programm verwendet den Fingerabdrucksensor.",
            .silent: "Der Fingerabdruckdienst antwortet nicht.",
            .notUnderstood: "Der Fingerabdruckdienst hat eine ungültige Antwort gesendet.",
            .failed: "Fehler des Fingerabdrucksensors.",
        ])

    static let spanish = LocalizedTexts<FingerprintText>(
        language: "es",
        complete: [
            .inUse: "Otro programa está usando el sensor de huellas digitales.",
            .silent: "El servicio de huellas digitales no responde.",
            .notUnderstood: "El servicio de huellas digitales ha enviado una respuesta no válida.",
            .failed: "El sensor de huellas digitales ha fallado.",
        ])

    static let italian = LocalizedTexts<FingerprintText>(
        language: "it",
        complete: [
            .inUse: "Un altro programma sta usando il lettore di impronte digitali.",
            .silent: "Il servizio delle impronte digitali non risponde.",
            .notUnderstood: "Il servizio delle impronte digitali ha inviato una risposta non valida.",
            .failed: "Errore del lettore di impronte digitali.",
        ])

    static let portuguese = LocalizedTexts<FingerprintText>(
        language: "pt-BR",
        complete: [
            .inUse: "Outro programa está usando o leitor de impressão digital.",
            .silent: "O serviço de impressão digital não responde.",
            .notUnderstood: "O serviço de impressão digital enviou uma resposta inválida.",
            .failed: "Falha no leitor de impressão digital.",
        ])

    static let dutch = LocalizedTexts<FingerprintText>(
        language: "nl",
        complete: [
            .inUse: "Een ander programma gebruikt de vingerafdruksensor.",
            .silent: "De vingerafdrukservice reageert niet.",
            .notUnderstood: "De vingerafdrukservice heeft een ongeldig antwoord gestuurd.",
            .failed: "Fout in de vingerafdruksensor.",
        ])

    static let polish = LocalizedTexts<FingerprintText>(
        language: "pl",
        complete: [
            .inUse: "Inny program używa czytnika linii papilarnych.",
            .silent: "Usługa czytnika linii papilarnych nie odpowiada.",
            .notUnderstood: "Usługa czytnika linii papilarnych wysłała nieprawidłową odpowiedź.",
            .failed: "Błąd czytnika linii papilarnych.",
        ])

    static let japanese = LocalizedTexts<FingerprintText>(
        language: "ja",
        complete: [
            .inUse: "別のプログラムが指紋認証センサーを使用しています。",
            .silent: "指紋認証サービスが応答しません。",
            .notUnderstood: "指紋認証サービスの応答が正しくありません。",
            .failed: "指紋認証センサーでエラーが発生しました。",
        ])

    static let arabic = LocalizedTexts<FingerprintText>(
        language: "ar",
        complete: [
            .inUse: "يستخدم برنامج آخر قارئ بصمة الإصبع.",
            .silent: "لا تستجيب خدمة بصمة الإصبع.",
            .notUnderstood: "أرسلت خدمة بصمة الإصبع استجابة غير صالحة.",
            .failed: "فشل قارئ بصمة الإصبع.",
        ])

    /// The text in the first of the user's languages that is supported.
    var text: String { LocalizedTexts<Self>.preferred(from: PreferredLanguages.current)[self] }
}
