/// A mail for a transport.
struct OutgoingMail: Equatable, Sendable {
    /// The same at each try: it makes the `Message-ID`, by which programs know a mail that comes twice.
    let id: String
    let from: MailSender
    let recipient: String
    let content: MailContent
    let createdAt: Timestamp
    /// The number of failed tries so far, as far as is stored: the same again after a try whose outcome is unknown.
    let failures: Int

    var messageID: String { "<\(id)@\(from.host)>" }
}
