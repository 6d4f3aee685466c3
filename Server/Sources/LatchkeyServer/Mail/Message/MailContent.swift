/// What a mail says, as it waits in the outbox: in plain text and in HTML.
struct MailContent: Codable, Equatable, Sendable {
    let subject: String
    let text: String
    let html: String
}
