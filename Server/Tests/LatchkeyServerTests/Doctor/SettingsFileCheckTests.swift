import Foundation
import Testing

@testable import LatchkeyServer

@Suite struct SettingsFileCheckTests {
    private func finding(_ text: String, mode: Int = 0o644) async throws -> Finding? {
        try await ScratchFolder.with { scratch in
            let file = scratch.appending(path: "server.conf")
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            return SettingsFileCheck(file: file.path).finding()
        }
    }

    private static let secrets = [
        "LATCHKEY_SECRET_KEYS=k1:hunter2", "LATCHKEY_DATABASE_PASSWORD=hunter2", "LATCHKEY_WEBHOOK_SECRET=\"hunter2\"",
        "LATCHKEY_INTROSPECTION_SECRET = hunter2", "LATCHKEY_IDENTITY_CLIENT_SECRET=hunter2",
        "LATCHKEY_MAIL_URL=smtps://ann:hunter2@mail.example", "LATCHKEY_MAIL_URL=postmark://hunter2",
        "LATCHKEY_MAIL_URL='brevo://hunter2'",
    ]

    @Test("V10 an exposed secret is a failure without its value", arguments: secrets)
    func anExposedSecretIsAFailureWithoutItsValue(line: String) async throws {
        let name = try #require(line.split(whereSeparator: { " =".contains($0) }).first)
        let text = "LATCHKEY_PORT=8080\n\(line)\n"
        let finding = try #require(try await finding(text))
        #expect(finding.status == .failure && finding.text.contains("can read \(name) in "), "\(finding)")
        #expect(!"\(finding)".contains("hunter2"))
        #expect(try await self.finding(text, mode: 0o640) == nil)
        #expect(try await self.finding("#\(line)\n") == nil)
    }

    @Test(arguments: [
        "", "LATCHKEY_PORT=8080", "LATCHKEY_SECRET_KEYS=", "LATCHKEY_MAIL_URL=outbox:",
        "LATCHKEY_MAIL_URL=smtp://mail.example:25", "OTHER_SECRET=x", "LATCHKEY_WEBHOOK_SECRET=\"\"",
    ])
    func otherValuesAreNotSecrets(line: String) async throws {
        #expect(try await finding(line) == nil)
    }

    @Test func aMissingFileHasNoSecrets() {
        #expect(SettingsFileCheck(file: "/nowhere/server.conf").finding() == nil)
    }
}
