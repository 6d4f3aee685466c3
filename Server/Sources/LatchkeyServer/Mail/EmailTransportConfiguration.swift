/// The email transport of `LATCHKEY_MAIL_URL`.
enum EmailTransportConfiguration: Equatable, Sendable {
    /// Files in the data directory instead of emails.
    case outbox
    case smtp(SMTPServer)
    case postmark(EmailAPIConfiguration)
    case brevo(EmailAPIConfiguration)

    static let rule = """
        outbox:, smtp://USER:PASSWORD@HOST:587, smtps://USER:PASSWORD@HOST:465, postmark://TOKEN or \
        brevo://KEY, with options; see docs/operations.md. In USER and PASSWORD, write # as %23 and / as %2F
        """

    /// Returns nil unless the text matches the ``rule``.
    ///
    /// - Parameter publicURL: Provides the default EHLO name.
    init?(url text: String, at publicURL: PublicURL? = nil) {
        let service: EmailTransportConfiguration? =
            switch text.prefix(while: { $0 != ":" }) {
            case "outbox" where text == "outbox:": .outbox
            case "smtp", "smtps": SMTPServer(url: text, at: publicURL).map(EmailTransportConfiguration.smtp)
            case "postmark":
                EmailAPIConfiguration(url: text, standard: "https://api.postmarkapp.com").map(
                    EmailTransportConfiguration.postmark)
            case "brevo":
                EmailAPIConfiguration(url: text, standard: "https://api.brevo.com").map(
                    EmailTransportConfiguration.brevo)
            default: nil
            }
        guard let service else { return nil }
        self = service
    }

    /// Whether the text contains a password, or a key as the host. An unknown service counts as one with a key.
    static func hasSecret(url text: String) -> Bool {
        text.contains("@") || !["outbox:", "smtp:", "smtps:"].contains(where: text.hasPrefix)
    }
}
