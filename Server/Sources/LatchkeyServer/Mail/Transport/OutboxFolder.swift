import Foundation

/// Writes each message as a file `ID.eml`, for development and for programs that pick them up.
struct OutboxFolder: MailTransport {
    let directory: URL
    private let feedsMailbox: Bool

    /// - Parameter feedsMailbox: In development, whether a ``MailboxEntry`` is written beside each message, as
    ///   `ID.json`.
    init(directory: URL, feedsMailbox: Bool) throws {
        self.directory = directory
        self.feedsMailbox = feedsMailbox
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func send(_ mail: OutgoingMail) async throws(MailTransportError) {
        do {
            // The entry comes first: where the message is, the mailbox finds its entry.
            if feedsMailbox { try write(JSONEncoder().encode(MailboxEntry(mail)), to: mail.id + ".json") }
            try write(Data(MIMEMessage(mail: mail, encoding: .eightBit).text.utf8), to: mail.id + ".eml")
        } catch {
            throw .unreachable(reason: "the outbox folder cannot be written")
        }
    }

    /// Replaces the file at once, so that no one reads half of it and a message that is sent again is there once.
    private func write(_ data: Data, to name: String) throws {
        let file = directory.appending(path: name)
        try data.write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
