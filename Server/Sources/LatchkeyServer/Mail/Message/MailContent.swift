import Foundation

/// The content of a mail, in plain text and in HTML, as it waits in the outbox.
struct MailContent: Codable, Equatable, Sendable {
    let subject: String
    let text: String
    let html: String
}

/// Reads mails of the outbox in each of their forms: after an upgrade, mails of an older server are sent all the same.
extension MailContent {
    /// Reads a mail as it was sealed.
    ///
    /// The first server sealed a whole message as RFC 5322, later ones the content as JSON.
    init(queued bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        if text.hasPrefix("From: ") {
            guard let content = MailContent(message: text) else { throw CocoaError(.coderReadCorrupt) }
            self = content
        } else {
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        }
    }

    /// The subject and both parts of a message in the one form that the first server wrote; nil for any other.
    private init?(message: String) {
        guard let subject = message.firstMatch(of: /\nSubject: (.*)\n/),
            let boundary = message.firstMatch(of: /\nContent-Type: multipart\/alternative; boundary="(.+)"\n/)
        else { return nil }
        // Before the first boundary is the header, and behind the last one nothing.
        let parts = message.components(separatedBy: "\n--\(boundary.1)").dropFirst().dropLast().map { part in
            part.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
        }
        guard parts.count == 2 else { return nil }
        self.init(subject: String(subject.1), text: parts[0], html: parts[1])
    }
}
