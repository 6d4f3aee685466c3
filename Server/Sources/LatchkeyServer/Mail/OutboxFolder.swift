import Foundation

/// Writes each message as a file `ID.eml`, for development and for programs that pick them up.
struct OutboxFolder: MailTransport {
    let directory: URL

    init(directory: URL) throws {
        self.directory = directory
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func send(_ message: String, to recipient: String, id: String) async throws {
        let file = directory.appending(path: id + ".eml")
        // Nobody sees half a message, and a second sending replaces it by itself.
        try Data(message.utf8).write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
