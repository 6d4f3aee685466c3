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

    /// The code, from the line that starts with `Code: `.
    var code: String? { value(after: "Code: ") }

    /// The link, from the line that starts with `Link: `. Only http or https, because `javascript:` in `href` would
    /// run.
    var link: String? {
        value(after: "Link: ").flatMap { $0.hasPrefix("http://") || $0.hasPrefix("https://") ? $0 : nil }
    }

    private func value(after label: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(label) }
            .map { $0.dropFirst(label.count).trimmingCharacters(in: .whitespaces) }
    }
}

extension MailboxEntry {
    init(_ email: OutgoingEmail) {
        self.init(
            id: email.id, to: email.recipient, subject: email.content.subject, createdAt: email.createdAt,
            text: email.content.text.trimmingCharacters(in: .newlines))
    }
}
