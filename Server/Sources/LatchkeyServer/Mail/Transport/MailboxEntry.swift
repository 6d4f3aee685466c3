import Foundation

/// An email of the outbox, for the development mailbox.
struct MailboxEntry: Codable, Equatable, Sendable {
    /// The name of its file without the extension.
    let id: String
    let to: String
    let subject: String
    let createdAt: Timestamp
    /// The plain text.
    let text: String

    var code: String? { text.emailedCode }
    var link: String? { text.emailedLink }
}

extension MailboxEntry {
    init(_ email: OutgoingEmail) {
        self.init(
            id: email.id, to: email.recipient, subject: email.content.subject, createdAt: email.createdAt,
            text: email.content.text.trimmingCharacters(in: .newlines))
    }
}
