internal import LatchkeyCore

/// The texts of a diagnosis of the machine's services: parts of a sentence, after a colon.
enum ServiceText: String, TextKey {
    /// `{service}` is the service's name.
    case silent, absent
    /// `{service}` is the service's name, `{detail}` the system's error message, in English, for administrators.
    case failed, noConnection
    case noScreenSession, unexpected

    static var translations: [LocalizedTexts<ServiceText>] {
        [english, french, german, spanish, italian, portuguese, dutch, polish, japanese, arabic]
    }

    static let english = LocalizedTexts<ServiceText>(
        language: "en",
        complete: [
            .silent: "{service} does not respond in time",
            .absent: "{service} does not run",
            .failed: "{service} reports an error ({detail})",
            .noConnection: "no connection to {service} ({detail})",
            .noScreenSession: "this user has no session at a screen",
            .unexpected: "an unexpected response",
        ])

    static let french = LocalizedTexts<ServiceText>(
        language: "fr",
        complete: [
            .silent: "{service} ne répond pas à temps",
            .absent: "{service} n’est pas en cours d’exécution",
            .failed: "{service} signale une erreur ({detail})",
            .noConnection: "pas de connexion à {service} ({detail})",
            .noScreenSession: "cet utilisateur n’a pas de session sur un écran",
            .unexpected: "réponse inattendue",
        ])

    static let german = LocalizedTexts<ServiceText>(
        language: "de",
        complete: [
            .silent: "{service} antwortet nicht rechtzeitig",
            .absent: "{service} läuft nicht",
            .failed: "{service} meldet einen Fehler ({detail})",
            .noConnection: "keine Verbindung zu {service} ({detail})",
            .noScreenSession: "dieser Benutzer hat keine Sitzung an einem Bildschirm",
            .unexpected: "unerwartete Antwort",
        ])

    static let spanish = LocalizedTexts<ServiceText>(
        language: "es",
        complete: [
            .silent: "{service} no responde a tiempo",
            .absent: "{service} no está en ejecución",
            .failed: "{service} informa de un error ({detail})",
            .noConnection: "no hay conexión con {service} ({detail})",
            .noScreenSession: "este usuario no tiene ninguna sesión en una pantalla",
            .unexpected: "respuesta inesperada",
        ])

    static let italian = LocalizedTexts<ServiceText>(
        language: "it",
        complete: [
            .silent: "{service} non risponde in tempo",
            .absent: "{service} non è in esecuzione",
            .failed: "{service} segnala un errore ({detail})",
            .noConnection: "nessuna connessione a {service} ({detail})",
            .noScreenSession: "questo utente non ha una sessione su uno schermo",
            .unexpected: "risposta imprevista",
        ])

    static let portuguese = LocalizedTexts<ServiceText>(
        language: "pt-BR",
        complete: [
            .silent: "{service} não responde a tempo",
            .absent: "{service} não está em execução",
            .failed: "{service} informa um erro ({detail})",
            .noConnection: "sem conexão com {service} ({detail})",
            .noScreenSession: "este usuário não tem uma sessão em uma tela",
            .unexpected: "resposta inesperada",
        ])

    static let dutch = LocalizedTexts<ServiceText>(
        language: "nl",
        complete: [
            .silent: "{service} reageert niet op tijd",
            .absent: "{service} is niet actief",
            .failed: "{service} meldt een fout ({detail})",
            .noConnection: "geen verbinding met {service} ({detail})",
            .noScreenSession: "deze gebruiker heeft geen sessie op een scherm",
            .unexpected: "onverwacht antwoord",
        ])

    static let polish = LocalizedTexts<ServiceText>(
        language: "pl",
        complete: [
            .silent: "{service} nie odpowiada na czas",
            .absent: "{service} nie działa",
            .failed: "{service} zgłasza błąd ({detail})",
            .noConnection: "brak połączenia z {service} ({detail})",
            .noScreenSession: "ten użytkownik nie ma sesji na ekranie",
            .unexpected: "nieoczekiwana odpowiedź",
        ])

    static let japanese = LocalizedTexts<ServiceText>(
        language: "ja",
        complete: [
            .silent: "{service}が時間内に応答しません",
            .absent: "{service}が動作していません",
            .failed: "{service}がエラーを返しました（{detail}）",
            .noConnection: "{service}に接続できません（{detail}）",
            .noScreenSession: "このユーザには画面のセッションがありません",
            .unexpected: "予期しない応答です",
        ])

    static let arabic = LocalizedTexts<ServiceText>(
        language: "ar",
        complete: [
            .silent: "لا يستجيب {service} في الوقت المحدد",
            .absent: "لا يعمل {service}",
            .failed: "أبلغ {service} عن خطأ ({detail})",
            .noConnection: "لا يوجد اتصال بـ {service} ({detail})",
            .noScreenSession: "ليست لهذا المستخدم جلسة على شاشة",
            .unexpected: "استجابة غير متوقعة",
        ])

    /// Returns the text in the first of the user's languages that is supported.
    ///
    /// - Parameters:
    ///   - service: The service's name.
    ///   - detail: The system's error message.
    func text(_ service: String = "", detail: String = "") -> String {
        LocalizedTexts<Self>.preferred(from: PreferredLanguages.current)[self]
            .replacing("{service}", with: service).replacing("{detail}", with: detail)
    }
}
