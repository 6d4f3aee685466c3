import Foundation

/// Reads the outbox folder for the development mailbox.
struct MailboxReader: Sendable {
    /// How many mails are shown.
    static let limit = 50

    /// `DATA_DIR/outbox`.
    var folder: URL

    /// Returns the newest mails, newest first; what cannot be read as a mail is left out. A folder that does not exist
    /// is an empty mailbox.
    func entries() -> [MailboxEntry] {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        let entries = files.filter { $0.pathExtension == "eml" }.compactMap(entry)
        return Array(entries.sorted(by: Self.isNewer).prefix(Self.limit))
    }

    private static func isNewer(_ left: MailboxEntry, _ right: MailboxEntry) -> Bool {
        left.date == right.date ? left.id > right.id : left.date > right.date
    }

    private func entry(_ file: URL) -> MailboxEntry? {
        guard let data = try? Data(contentsOf: file), let source = String(data: data, encoding: .utf8),
            let mail = OutboxMail(source), let to = mail.headers["to"], let text = mail.plainText
        else { return nil }
        let modified = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        let lines = text.split(separator: "\n").map { String($0) }
        return MailboxEntry(
            id: file.deletingPathExtension().lastPathComponent, to: to, subject: mail.headers["subject"] ?? "",
            date: mail.headers["date"].flatMap(OutboxMail.date) ?? modified ?? .distantPast,
            code: Self.value(after: "Code: ", in: lines),
            link: Self.value(after: "Link: ", in: lines).flatMap(Self.webLink), text: text)
    }

    private static func value(after label: String, in lines: [String]) -> String? {
        lines.first { $0.hasPrefix(label) }.map { $0.dropFirst(label.count).trimmingCharacters(in: .whitespaces) }
    }

    /// Only these schemes may become a link: an `href` with `javascript:` would run.
    private static func webLink(_ link: String) -> String? {
        link.hasPrefix("http://") || link.hasPrefix("https://") ? link : nil
    }
}
