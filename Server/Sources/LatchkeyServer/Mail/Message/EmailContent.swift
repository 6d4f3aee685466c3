import Foundation

/// The content of an email, in plain text and HTML, as stored in the outbox.
struct EmailContent: Codable, Equatable, Sendable {
    let subject: String
    let text: String
    let html: String
}
