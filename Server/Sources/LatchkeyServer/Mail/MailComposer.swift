import Foundation
import Mustache

/// Writes messages as RFC 5322 with a plain and an HTML part.
struct MailComposer: Sendable {
    let from: String
    private let templates: MustacheLibrary

    init(from: String) throws {
        self.from = from
        var library = MustacheLibrary()
        for name in ["mail.txt", "mail.html"] {
            guard
                let url = Bundle.module.url(forResource: name, withExtension: "mustache", subdirectory: "MailTemplates")
            else { throw CocoaError(.fileNoSuchFile) }
            try library.register(String(contentsOf: url, encoding: .utf8), named: name)
        }
        templates = library
    }

    /// - Parameters:
    ///   - code: as a person types it.
    ///   - link: the whole address.
    ///   - id: makes the `Message-ID` and the boundary.
    func compose(
        _ text: MailText, to recipient: String, code: String?, link: String, id: String, at date: Date
    ) -> String {
        let context: [String: Any] = [
            "subject": text.subject, "paragraphs": text.paragraphs, "linkLabel": text.linkLabel,
            "closing": text.closing, "link": link, "code": code as Any? ?? false,
        ]
        let boundary = "latchkey-\(id)"
        let lines = [
            "From: \(from)", "To: \(recipient)", "Subject: \(text.subject)", "Date: \(Self.rfc5322(date))",
            "Message-ID: <\(id)@\(host)>", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"", "",
            "--\(boundary)", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "",
            templates.render(context, withTemplate: "mail.txt") ?? "",
            "--\(boundary)", "Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: 8bit", "",
            templates.render(context, withTemplate: "mail.html") ?? "",
            "--\(boundary)--", "",
        ]
        return lines.joined(separator: "\n").replacing("\n", with: "\r\n")
    }

    /// The part behind the `@` of the sender.
    private var host: String {
        let address = from.split(separator: "@").last ?? "localhost"
        return String(address.prefix { $0 != ">" })
    }

    private static func rfc5322(_ date: Date) -> String {
        let style = Date.VerbatimFormatStyle(
            format: """
                \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
                \(second: .twoDigits) +0000
                """,
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
        return date.formatted(style)
    }
}
