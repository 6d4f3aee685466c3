import Dispatch
import Foundation

/// Reads the outbox folder for the development mailbox.
struct MailboxReader: Sendable {
    /// How many mails are shown.
    static let limit = 100

    /// `DATA_DIR/outbox`.
    var folder: URL

    /// Files are read here: neither an event loop nor a thread that all tasks share waits for the disk.
    private static let queue = DispatchQueue(label: "mailbox")

    /// Returns the newest mails, newest first; what cannot be read as a mail is left out. A folder that does not exist
    /// is an empty mailbox.
    func entries() async -> [MailboxEntry] {
        await withCheckedContinuation { continuation in
            Self.queue.async { continuation.resume(returning: read()) }
        }
    }

    /// Opens no more files than are shown: those that were written last.
    private func read() -> [MailboxEntry] {
        let key = URLResourceKey.contentModificationDateKey
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [key])) ?? []
        let mails = files.filter { $0.pathExtension == "eml" }.map { file in
            (file: file, at: (try? file.resourceValues(forKeys: [key]).contentModificationDate) ?? .distantPast)
        }
        let newest = mails.sorted { ($0.at, $0.file.path) > ($1.at, $1.file.path) }.prefix(Self.limit)
        return newest.compactMap { entry($0.file, modified: $0.at) }.sorted(by: Self.isNewer)
    }

    private static func isNewer(_ left: MailboxEntry, _ right: MailboxEntry) -> Bool {
        left.date == right.date ? left.id > right.id : left.date > right.date
    }

    private func entry(_ file: URL, modified: Date) -> MailboxEntry? {
        guard let data = try? Data(contentsOf: file), let source = String(data: data, encoding: .utf8),
            let mail = OutboxMail(source), let to = mail.headers["to"], let text = mail.plainText
        else { return nil }
        let lines = text.split(separator: "\n").map { String($0) }
        return MailboxEntry(
            id: file.deletingPathExtension().lastPathComponent, to: to, subject: mail.headers["subject"] ?? "",
            date: mail.headers["date"].flatMap(OutboxMail.date) ?? modified,
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
