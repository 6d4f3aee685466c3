import Foundation

/// A transport that writes each message as a file `ID.eml`, for development and for other programs.
struct OutboxFolder: EmailTransport {
    let directory: URL
    private let feedsMailbox: Bool

    /// - Parameter feedsMailbox: In development, whether a ``MailboxEntry`` is written next to each message, as
    ///   `ID.json`.
    init(directory: URL, feedsMailbox: Bool) throws {
        self.directory = directory
        self.feedsMailbox = feedsMailbox
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func send(_ email: OutgoingEmail) async throws(EmailTransportError) {
        do {
            // The entry first, so that the mailbox finds one for each message.
            if feedsMailbox { try write(JSONEncoder().encode(MailboxEntry(email)), to: email.id + ".json") }
            try write(Data(MIMEMessage(email: email, encoding: .eightBit).text.utf8), to: email.id + ".eml")
        } catch {
            throw .unreachable(reason: "the outbox directory cannot be written")
        }
    }

    /// Replaces the file atomically, so that it is never read in part and a repeated message exists once.
    private func write(_ data: Data, to name: String) throws {
        let file = directory.appending(path: name)
        try data.write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
