import Dispatch
import Foundation

/// A reader of the outbox directory for the development mailbox.
struct MailboxReader: Sendable {
    /// The number of emails shown.
    static let limit = 100

    /// The directory of the emails, `DATA_DIR/outbox`.
    let folder: URL

    /// The queue that reads files, so that no event loop or shared thread waits for the disk.
    private static let queue = DispatchQueue(label: "mailbox")

    /// Returns the latest emails, newest first, except those whose entry cannot be read. Empty if the directory does
    /// not exist.
    func entries() async -> [MailboxEntry] {
        await withCheckedContinuation { continuation in
            Self.queue.async { continuation.resume(returning: read()) }
        }
    }

    /// Reads only the most recently written entries.
    private func read() -> [MailboxEntry] {
        let key = URLResourceKey.contentModificationDateKey
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [key])) ?? []
        let emails = files.filter { $0.pathExtension == "eml" }.map { file in
            (file: file, at: (try? file.resourceValues(forKeys: [key]).contentModificationDate) ?? .distantPast)
        }
        let newest = emails.sorted { ($0.at, $0.file.path) > ($1.at, $1.file.path) }.prefix(Self.limit)
        return newest.compactMap { Self.entry(of: $0.file) }
            .sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
    }

    private static func entry(of email: URL) -> MailboxEntry? {
        let file = email.deletingPathExtension().appendingPathExtension("json")
        return (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(MailboxEntry.self, from: $0) }
    }
}
