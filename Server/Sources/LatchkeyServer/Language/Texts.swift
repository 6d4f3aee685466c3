import Foundation

/// Every sentence of one language: a file in `Texts/`, which its name tells the language of.
///
/// Texts that a page's template names are looked up by the template; a sentence may have places for what is put into it,
/// as in `Signed in as {address}`.
struct Texts: Decodable, Sendable {
    struct Language: Decodable, Sendable {
        /// In the language itself.
        let name: String
        /// How dates are written.
        let locale: String
    }

    struct Problem: Decodable, Sendable {
        let title: String
        let meaning: String
        let remedy: String
    }

    struct Mail: Decodable, Sendable {
        let subject: String
        let paragraphs: [String]
        /// What the link does.
        let linkLabel: String
        let closing: String
    }

    struct Notice: Decodable, Sendable {
        let linkLabel: String
        let closing: String
        let closingAboutPasscode: String
        let closingAboutDeletion: String
        /// Before the circumstances of the latest, where it happened more than once.
        let repeated: String
        let time: String
        let device: String
        let address: String
    }

    struct Event: Decodable, Sendable {
        let subject: String
        let sentence: String
    }

    struct Mails: Decodable, Sendable {
        let linkIntroduction: String
        let signIn: Mail
        let reset: Mail
        let notice: Notice
        /// By the name of the ``NoticeKind``.
        let events: [String: Event]
    }

    struct Desk: Decodable, Sendable {
        struct Device: Decodable, Sendable {
            let name: String
            let faults: [String]
        }

        let today: String
        let tomorrow: String
        let statuses: [String: String]
        let devices: [Device]
    }

    let language: Language
    /// By page, then by name.
    let pages: [String: [String: String]]
    /// By the problem's name.
    let problems: [String: Problem]
    let mails: Mails
    let desk: Desk
    /// The file itself has what scripts say; see ``Languages``.
    private(set) var scripts = Data()

    private enum CodingKeys: CodingKey {
        case language, pages, problems, mails, desk
    }

    /// Reads a language's file.
    init(json: Data) throws {
        self = try JSONDecoder().decode(Texts.self, from: json)
        let whole = try JSONSerialization.jsonObject(with: json) as? [String: Any]
        scripts = try JSONSerialization.data(
            withJSONObject: whole?["scripts"] as? [String: Any] ?? [:], options: [.sortedKeys, .withoutEscapingSlashes])
    }

    /// The text of a page that `page.name` stands for; nil when there is none.
    func page(_ key: some StringProtocol) -> String? {
        let parts = key.split(separator: ".")
        return parts.count == 2 ? pages[String(parts[0])]?[String(parts[1])] : nil
    }
}

extension String {
    /// The text with values in the places that bear their names in braces.
    func filled(_ values: [String: String]) -> String {
        values.reduce(self) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
}
