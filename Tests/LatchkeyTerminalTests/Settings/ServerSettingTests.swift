import ChildProcess
import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyTerminal

@Suite struct ServerSettingTests {
    private let directory: TemporaryDirectory
    private var file: URL { directory.url.appending(path: "config.json") }

    init() throws { directory = try TemporaryDirectory() }

    private func load(flag: String? = nil, variable: String? = nil) throws -> String {
        let environment = variable.map { [ServerSetting.variable: $0] } ?? [:]
        return try ServerSetting.load(flag: flag, environment: environment, file: file).url.absoluteString
    }

    @Test func flagOverridesVariableThenFileThenDefault() throws {
        #expect(try load() == "http://127.0.0.1:8080")
        try ServerSetting.save(#require(ServerURL("https://file.example.org")), to: file)
        #expect(try load() == "https://file.example.org")
        #expect(try load(variable: "") == "https://file.example.org")
        #expect(try load(variable: "https://variable.example.org") == "https://variable.example.org")
        #expect(
            try load(flag: "https://flag.example.org", variable: "https://variable.example.org")
                == "https://flag.example.org")
    }

    @Test func settingsFileIsOwnerOnlyAndOmitsTheDefault() throws {
        try ServerSetting.save(#require(ServerURL(ServerSetting.standard)), to: file)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == [])
        for name in ["one", "two"] {
            try ServerSetting.save(#require(ServerURL("https://\(name).example.org")), to: file)
            #expect(try load() == "https://\(name).example.org")
        }
        var status = stat()
        #expect(stat(file.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["config.json"])
        try ServerSetting.save(#require(ServerURL(ServerSetting.standard)), to: file)
        #expect(try load() == ServerSetting.standard, "back to the standard")
    }

    @Test func invalidAddressOrUnreadableFileThrowsAnError() throws {
        #expect(throws: ServerSetting.Failure.malformed("nowhere")) { try load(flag: "nowhere") }
        #expect(throws: ServerSetting.Failure.malformed("")) { try load(flag: "") }
        try Data("{".utf8).write(to: file)
        #expect(throws: ServerSetting.Failure.unreadable(path: file.path)) { try load() }
        #expect(try load(flag: "https://flag.example.org") == "https://flag.example.org", "no prompt")
        #expect(throws: ServerSetting.Failure.unreadable(path: file.path)) {
            try ServerSetting.save(#require(ServerURL("https://flag.example.org")), to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "{", "C16 its user can correct it")
    }
}
