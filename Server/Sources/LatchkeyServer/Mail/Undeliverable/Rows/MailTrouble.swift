/// The reason why an account's address gets no mails, as far as is known.
enum MailTrouble: String, Codable, Sendable, CaseIterable {
    /// The mail service refused the address when a mail was handed over.
    case refused
    /// A mail bounced permanently.
    case bounced
    /// The recipient reported a mail as unwanted, and the mail service sends no more.
    case complained
}
