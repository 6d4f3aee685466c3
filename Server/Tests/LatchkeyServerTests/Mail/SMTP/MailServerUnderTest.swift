import Foundation
import Testing

@testable import LatchkeyServer

/// A real mail server on the loopback interface: aiosmtpd, driven by `Tests/mail-server/smtp-server.py`.
struct MailServerUnderTest: Sendable {
    /// An accepted email.
    struct Email: Decodable, Sendable {
        let sender: String
        let recipients: [String]
        let message: Data

        var text: String { String(decoding: message, as: UTF8.self) }
        /// Returns the first header of that name.
        func header(_ name: String) -> String? {
            text.components(separatedBy: "\r\n").first { $0.hasPrefix(name + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }

        /// From the plain text, the first part.
        var code: String? {
            let parts = text.components(separatedBy: "Content-Transfer-Encoding: base64\r\n\r\n")
            let body = parts.dropFirst().first?.components(separatedBy: "\r\n--").first ?? ""
            return Data(base64Encoded: body.replacing("\r\n", with: ""))
                .flatMap { String(decoding: $0, as: UTF8.self).emailedCode }
        }
    }

    struct Options: Sendable {
        var security = "none"
        var certificate: TestCertificate?
        var login: (user: String, password: String)?
    }

    let process: ChildProcess
    let port: String
    let folder: URL

    private static let root = URL(filePath: #filePath).appending(path: "../../../../../..").standardizedFileURL
    private static let python = root.appending(path: ".build/test-tools/bin/python")
    /// Whether `scripts/install-packages test` could install it.
    static let isInstalled =
        FileManager.default.isExecutableFile(atPath: python.path) && ServerExecutable.installed("openssl") != nil
    static let absence: Comment = "aiosmtpd or openssl is absent; scripts/install-packages test installs them"

    /// Runs `body` with a new server, and ends the process afterwards.
    static func run<Value>(
        _ options: Options = Options(), in scratch: URL, _ body: (MailServerUnderTest) async throws -> Value
    ) async throws -> Value {
        let folder = scratch.appending(path: "mails-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = root.appending(path: "Server/Tests/mail-server/smtp-server.py")
        var arguments = [python.path, script.path, "--folder", folder.path, "--security", options.security]
        if let certificate = options.certificate {
            arguments += ["--certificate", certificate.file.path, "--key", certificate.key.path]
        }
        if let login = options.login { arguments += ["--user", login.user, "--password", login.password] }
        let process = try ChildProcess(arguments, scratch: scratch)
        let result: Result<Value, any Error>
        do {
            let port = try await waitFor("port of the mail server: \(process.errors)") {
                process.output.split(separator: "\n").first.map { String($0) }
            }
            result = .success(try await body(MailServerUnderTest(process: process, port: port, folder: folder)))
        } catch {
            result = .failure(error)
        }
        await process.kill9()
        return try result.get()
    }

    /// Accepted emails, oldest first.
    var emails: [Email] {
        get throws {
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
                .map { try JSONDecoder().decode(Email.self, from: Data(contentsOf: $0)) }
        }
    }

    /// Events of clients.
    var events: [String] {
        let text = try? String(contentsOf: folder.appending(path: "events.log"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map { String($0) }
    }

    /// Holds the greeting, or the reply to an email's end, until ``goOn(at:)``.
    func hold(at stage: String) throws { try Data().write(to: folder.appending(path: "hold-" + stage)) }
    func goOn(at stage: String) throws {
        try FileManager.default.removeItem(at: folder.appending(path: "hold-" + stage))
    }

    /// Accepts emails without a reply from now on.
    func holdReplies() throws { try Data().write(to: folder.appending(path: "hold")) }
    func replyAgain() throws { try FileManager.default.removeItem(at: folder.appending(path: "hold")) }
}
