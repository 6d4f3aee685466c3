import Foundation

/// A mail of the outbox folder as the mailbox of development shows it.
struct MailboxEntry: Codable, Equatable, Sendable {
    /// The name of its file without the extension.
    let id: String
    let to: String
    let subject: String
    let createdAt: Timestamp
    /// The plain text.
    let text: String

    /// From the line that begins with `Code: `.
    var code: String? { value(after: "Code: ") }

    /// From the line that begins with `Link: `; http or https only, since an `href` with `javascript:` would run.
    var link: String? {
        value(after: "Link: ").flatMap { $0.hasPrefix("http://") || $0.hasPrefix("https://") ? $0 : nil }
    }

    private func value(after label: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(label) }
            .map { $0.dropFirst(label.count).trimmingCharacters(in: .whitespaces) }
    }
}

extension MailboxEntry {
    init(_ mail: OutgoingMail) {
        self.init(
            id: mail.id, to: mail.recipient, subject: mail.content.subject, createdAt: mail.createdAt,
            text: mail.content.text.trimmingCharacters(in: .newlines))
    }
}
