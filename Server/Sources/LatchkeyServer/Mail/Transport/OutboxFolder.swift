import Foundation

/// Writes each message as a file `ID.eml`, for development and for programs that pick them up.
struct OutboxFolder: MailTransport {
    let directory: URL

    init(directory: URL) throws {
        self.directory = directory
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func send(_ mail: OutgoingMail) async throws(MailTransportError) {
        let file = directory.appending(path: mail.id + ".eml")
        let message = MIMEMessage(mail: mail, encoding: .eightBit).text
        do {
            // Nobody sees half a message, and a second sending replaces it by itself.
            try Data(message.utf8).write(to: file, options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        } catch {
            throw .unreachable(reason: "the outbox folder cannot be written")
        }
    }
}
