/// A mail as a transport gets it.
struct OutgoingMail: Equatable, Sendable {
    /// The same at each try: it makes the `Message-ID`, by which programs know a mail that comes twice.
    let id: String
    let from: MailSender
    let recipient: String
    let content: MailContent
    let createdAt: Timestamp
    /// How often it was tried in vain before, as far as was noted: the same again after a try whose outcome is unknown.
    let failures: Int

    var messageID: String { "<\(id)@\(from.host)>" }
}
