import Foundation
import Mustache

/// Writes the plain and the HTML part of mails.
struct MailComposer: Sendable {
    private let templates: MustacheLibrary

    init() throws {
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
    ///   - text: the words.
    ///   - code: as a person types it.
    ///   - link: the whole address.
    func compose(_ text: MailText, code: String?, link: String) -> MailContent {
        let context: [String: Any] = [
            "subject": text.subject, "paragraphs": text.paragraphs, "linkLabel": text.linkLabel,
            "closing": text.closing, "link": link, "code": code as Any? ?? false,
        ]
        return MailContent(
            subject: text.subject,
            text: templates.render(context, withTemplate: "mail.txt") ?? "",
            html: templates.render(context, withTemplate: "mail.html") ?? "")
    }
}
