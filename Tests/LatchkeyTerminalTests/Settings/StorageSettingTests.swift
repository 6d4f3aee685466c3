import ChildProcess
import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyTerminal

@Suite struct StorageSettingTests {
    private let directory: TemporaryDirectory
    private var file: URL { directory.url.appending(path: "config.json") }

    init() throws { directory = try TemporaryDirectory() }

    private func found(_ variable: String? = nil) throws -> StorageSetting? {
        try StorageSetting.load(
            environment: variable.map { [StorageSetting.variable: $0] } ?? [:], file: file)
    }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: file) }

    @Test func storageVariableOverridesTheSettingsFile() throws {
        #expect(try found() == nil)
        #expect(try found("file") == .file)
        try write(#"{"storage": "keyring"}"#)
        #expect(try found() == .keyring)
        #expect(try found("") == .keyring)
        #expect(try found("file") == .file)
    }

    @Test func unknownStorageValueThrowsAnError() throws {
        #expect(throws: StorageSetting.Failure.malformed("drawer")) { _ = try found("drawer") }
        try write(#"{"storage": "File"}"#)
        #expect(throws: StorageSetting.Failure.malformed("File")) { _ = try found() }
        try write("nonsense")
        #expect(throws: ServerSetting.Failure.unreadable(path: file.path)) { _ = try found() }
    }

    @Test func savingTheServerKeepsTheStorageSetting() throws {
        try write(#"{"storage": "file"}"#)
        try ServerSetting.save(#require(ServerURL("https://one.example.org")), to: file)
        #expect(try SettingsFile.load(from: file) == SettingsFile(server: "https://one.example.org", storage: "file"))
    }
}
