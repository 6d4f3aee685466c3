import Foundation
import LatchkeyCore

/// The texts of one language: a file in `Texts/`, named by its tag.
///
/// Templates refer to texts by key. A text may have placeholders, as in `Signed in as {address}`.
struct Texts: Decodable, Sendable {
    struct Language: Decodable, Sendable {
        /// The language's own name.
        let name: String
        /// The locale of dates and plural forms.
        let locale: String
        /// The text of a time in UTC.
        let utc: String
        /// The text of a time in another zone, with its offset.
        let zoned: String

        /// Returns a day and a time as the language writes them, in the zone; in UTC without a zone that the system
        /// knows.
        func time(_ date: Date, in zone: String?) -> String {
            let zone = zone.flatMap { TimeZone(identifier: $0) }
            let style = { (day: Date.FormatStyle.DateStyle?, time: Date.FormatStyle.TimeStyle?) in
                Date.FormatStyle(
                    date: day, time: time, locale: Locale(identifier: locale),
                    calendar: Calendar(identifier: .gregorian), timeZone: zone ?? .gmt)
            }
            let time = date.formatted(style(.long, .shortened))
            guard zone != nil else { return utc.filled(["time": time]) }
            let offset = date.formatted(style(nil, nil).timeZone(.localizedGMT(.short)))
            return zoned.filled(["time": time, "offset": offset])
        }

        /// Returns the text with its placeholders replaced by values, isolated by ``TextIsolation``.
        func fill(_ text: String, _ values: [String: String]) -> String {
            text.filled(values.mapValues { TextIsolation.isolated($0, inRightToLeftText: isRightToLeft) })
        }

        /// Returns the plural form for a number, by ``PluralCategory``.
        func form(of forms: [String: String], for count: Int) -> String {
            forms[PluralCategory(of: count, in: locale).rawValue] ?? forms[PluralCategory.other.rawValue] ?? ""
        }

        /// The language's direction, as in HTML's `dir`.
        var direction: String { isRightToLeft ? "rtl" : "ltr" }

        private var isRightToLeft: Bool { Locale.Language(identifier: locale).characterDirection == .rightToLeft }
    }

    struct Problem: Decodable, Sendable {
        let title: String
        let meaning: String
        let remedy: String
    }

    struct Email: Decodable, Sendable {
        let subject: String
        let paragraphs: [String]
        /// The label of the link, which names its effect.
        let linkLabel: String
        let closing: String
    }

    struct Notice: Decodable, Sendable {
        let linkLabel: String
        let closing: String
        let closingAboutPasscode: String
        let closingAboutDeletion: String
        /// The text before the details of the latest event if it happened more than once, in each plural form.
        let repeated: [String: String]
        let time: String
        let device: String
        let address: String
    }

    struct Event: Decodable, Sendable {
        let subject: String
        let sentence: String
    }

    struct Emails: Decodable, Sendable {
        let linkIntroduction: String
        let signIn: Email
        let reset: Email
        let notice: Notice
        /// The texts of notices, by the name of the ``NoticeKind``.
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
    /// The texts of pages, by page and then by name.
    let pages: [String: [String: String]]
    /// The texts of problems, by the problem's name.
    let problems: [String: Problem]
    let emails: Emails
    let desk: Desk
    /// The texts of scripts, as JSON.
    private(set) var scripts = Data()

    private enum CodingKeys: String, CodingKey {
        case language, pages, problems, emails, desk
    }

    /// Decodes the file of a language. Returns the keys of all texts, too, such as `pages.lock.title`. The plural forms
    /// of a text have one key.
    static func read(_ json: Data) throws -> (texts: Texts, keys: Set<String>) {
        var texts = try JSONDecoder().decode(Texts.self, from: json)
        let whole = try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
        texts.scripts = try JSONSerialization.data(
            withJSONObject: whole["scripts"] as? [String: Any] ?? [:], options: [.sortedKeys, .withoutEscapingSlashes])
        return (texts, Set(keys(in: whole, under: [])))
    }

    private static func keys(in value: Any, under path: [String]) -> [String] {
        switch value {
        case let members as [String: Any] where members.keys.contains { PluralCategory(rawValue: $0) == nil }:
            members.flatMap { keys(in: $1, under: path + [$0]) }
        case let members as [Any]:
            members.indices.flatMap { keys(in: members[$0], under: path + [String($0)]) }
        default:
            [path.joined(separator: ".")]
        }
    }

    /// Returns a part of the texts of scripts, as JSON.
    func scripts(under key: String) throws -> Data {
        let all = try JSONSerialization.jsonObject(with: scripts) as? [String: Any]
        return try JSONSerialization.data(
            withJSONObject: all?[key] as? [String: Any] ?? [:], options: [.sortedKeys, .withoutEscapingSlashes])
    }

    /// Returns the text for a key such as `signIn.lead`; nil without one.
    func page(_ key: some StringProtocol) -> String? {
        let parts = key.split(separator: ".")
        return parts.count == 2 ? pages[String(parts[0])]?[String(parts[1])] : nil
    }
}

extension String {
    /// Returns the text with its placeholders replaced.
    func filled(_ values: [String: String]) -> String {
        values.reduce(self) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
}
