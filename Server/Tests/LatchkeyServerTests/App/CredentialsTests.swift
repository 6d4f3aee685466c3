import Foundation
import Testing

@testable import LatchkeyServer

@Suite struct CredentialsTests {
    private func withDirectory(_ body: (URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "credentials-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory)
    }

    @Test func aSettingIsReadFromItsCredentialWithoutLineEnding() throws {
        try withDirectory { directory in
            let own = ["CREDENTIALS_DIRECTORY": directory.path, "LATCHKEY_PORT": "81"]
            try Data("smtps://mail.example\n".utf8).write(to: directory.appending(path: "LATCHKEY_MAIL_URL"))
            try Data("k1:x\n\n".utf8).write(to: directory.appending(path: "LATCHKEY_SECRET_KEYS"))
            try Data("82".utf8).write(to: directory.appending(path: "LATCHKEY_PORT"))
            try Data("x".utf8).write(to: directory.appending(path: "PATH"))
            let environment = try Credentials.adding(to: own)
            #expect(
                environment
                    == own.merging([
                        "LATCHKEY_MAIL_URL": "smtps://mail.example", "LATCHKEY_SECRET_KEYS": "k1:x\n",
                    ]) { first, _ in first })
        }
    }

    @Test func withoutCredentialsTheEnvironmentIsUnchanged() throws {
        for own: [String: String] in [
            [:], ["CREDENTIALS_DIRECTORY": ""], ["CREDENTIALS_DIRECTORY": "/no/such"], ["A": "b"],
        ] {
            #expect(try Credentials.adding(to: own) == own)
        }
    }

    @Test(arguments: ["hunter2\r\n", "hunter2\r"]) func credentialEndingInCRIsRejectedByName(_ text: String) throws {
        try withDirectory { directory in
            try Data(text.utf8).write(to: directory.appending(path: "LATCHKEY_WEBHOOK_SECRET"))
            let error = try #require(throws: SettingError.self) {
                try Credentials.adding(to: ["CREDENTIALS_DIRECTORY": directory.path])
            }
            #expect(error.description.contains("ends with CR") && !error.description.contains("hunter2"))
        }
    }

    @Test func anUnreadableCredentialStopsTheStart() throws {
        try withDirectory { directory in
            let file = directory.appending(path: "LATCHKEY_SECRET_KEYS")
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            #expect(throws: SettingError.self) {
                try Credentials.adding(to: ["CREDENTIALS_DIRECTORY": directory.path])
            }
            try FileManager.default.removeItem(at: file)
            try Data([0xFF, 0xFE]).write(to: file)
            #expect(throws: SettingError.self) {
                try Credentials.adding(to: ["CREDENTIALS_DIRECTORY": directory.path])
            }
        }
    }
}
