import Foundation

/// A mail that was written to the outbox folder instead of being sent; development only.
struct MailboxEntry: Equatable, Sendable {
    /// The name of its file.
    var id: String
    var to: String
    var subject: String
    var date: Date
    /// From the line that begins with `Code: `.
    var code: String?
    /// From the line that begins with `Link: `; http or https.
    var link: String?
    /// The `text/plain` part.
    var text: String
}
