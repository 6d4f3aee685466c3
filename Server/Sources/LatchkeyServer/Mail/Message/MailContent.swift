import Foundation

/// The content of a mail, in plain text and in HTML, as it waits in the outbox.
struct MailContent: Codable, Equatable, Sendable {
    let subject: String
    let text: String
    let html: String
}
