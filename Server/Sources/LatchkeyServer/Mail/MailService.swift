/// Who takes the mails: what `LATCHKEY_MAIL_URL` says.
enum MailService: Equatable, Sendable {
    /// Files in the data directory.
    case outbox
    case smtp(SMTPServer)
    case postmark(HTTPMailService)
    case brevo(HTTPMailService)
}
