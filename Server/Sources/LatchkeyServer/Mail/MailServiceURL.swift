import Foundation

/// Reads `LATCHKEY_MAIL_URL`.
enum MailServiceURL {
    static let rule = """
        must be outbox:, smtp://USER:PASSWORD@HOST:587, smtps://USER:PASSWORD@HOST:465, postmark://TOKEN or brevo://KEY, \
        with the options that docs/operations.md names
        """

    /// Nil when it is none of these.
    static func parse(_ text: String) -> MailService? {
        if text == "outbox:" { return .outbox }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        switch text[..<colon] {
        case "smtp", "smtps":
            return SMTPServer(url: text).map(MailService.smtp)
        case "postmark":
            return HTTPMailService(url: text, standard: "https://api.postmarkapp.com").map(MailService.postmark)
        case "brevo":
            return HTTPMailService(url: text, standard: "https://api.brevo.com").map(MailService.brevo)
        default:
            return nil
        }
    }
}
