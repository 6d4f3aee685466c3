import Dispatch
import Foundation

/// Reads the outbox folder for the mailbox of development.
struct MailboxReader: Sendable {
    /// The number of mails that are shown.
    static let limit = 100

    /// `DATA_DIR/outbox`.
    let folder: URL

    /// Files are read on this queue: no event loop and no thread of the tasks waits for the disk.
    private static let queue = DispatchQueue(label: "mailbox")

    /// Returns the newest mails, newest first, without those whose entry cannot be read. A folder that does not exist
    /// is an empty mailbox.
    func entries() async -> [MailboxEntry] {
        await withCheckedContinuation { continuation in
            Self.queue.async { continuation.resume(returning: read()) }
        }
    }

    /// Reads the entries of the mails that were written last, and opens no others.
    private func read() -> [MailboxEntry] {
        let key = URLResourceKey.contentModificationDateKey
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [key])) ?? []
        let mails = files.filter { $0.pathExtension == "eml" }.map { file in
            (file: file, at: (try? file.resourceValues(forKeys: [key]).contentModificationDate) ?? .distantPast)
        }
        let newest = mails.sorted { ($0.at, $0.file.path) > ($1.at, $1.file.path) }.prefix(Self.limit)
        return newest.compactMap { Self.entry(of: $0.file) }
            .sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
    }

    private static func entry(of mail: URL) -> MailboxEntry? {
        let file = mail.deletingPathExtension().appendingPathExtension("json")
        return (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(MailboxEntry.self, from: $0) }
    }
}
