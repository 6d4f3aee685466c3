import Foundation
import Mustache

/// The composer of the plain and the HTML part of emails.
struct EmailComposer: Sendable {
    private let templates: MustacheLibrary
    let languages: Languages

    init(languages: Languages) throws {
        self.languages = languages
        var library = MustacheLibrary()
        for name in ["mail.txt", "mail.html"] {
            let file = Resources.folder.appending(path: "MailTemplates/\(name).mustache")
            try library.register(String(contentsOf: file, encoding: .utf8), named: name)
        }
        templates = library
    }

    func compose(_ text: EmailText, in language: String, code: String?, link: String) -> EmailContent {
        let introduction = languages[language].emails.linkIntroduction.filled(["label": text.linkLabel])
        let context: [String: Any] = [
            "language": languages.available(language) ?? Languages.standard,
            "direction": languages[language].language.direction, "linkIntroduction": introduction,
            "subject": text.subject, "paragraphs": text.paragraphs, "linkLabel": text.linkLabel,
            "closing": text.closing, "link": link, "code": code as Any? ?? false,
        ]
        return EmailContent(
            subject: text.subject,
            text: templates.render(context, withTemplate: "mail.txt") ?? "",
            html: templates.render(context, withTemplate: "mail.html") ?? "")
    }
}
