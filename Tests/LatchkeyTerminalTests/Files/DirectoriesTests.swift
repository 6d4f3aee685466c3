import ChildProcess
import Foundation
import Testing

@testable import LatchkeyTerminal

@Suite struct DirectoriesTests {
    @Test func foldersFollowTheXDGSpecification() throws {
        let standard = try Directories(environment: ["HOME": "/home/ada"])
        #expect(standard.configuration.path == "/home/ada/.config/latchkey")
        #expect(standard.data.path == "/home/ada/.local/share/latchkey")
        #expect(standard.runtime == nil)
        let chosen = try Directories(environment: [
            "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_RUNTIME_DIR": "/r",
        ])
        #expect([chosen.configuration, chosen.data].map(\.path) == ["/c/latchkey", "/d/latchkey"])
        #expect(chosen.runtime?.path == "/r/latchkey")
    }

    @Test func relativeAndEmptyPathsAreIgnored() throws {
        let environment = ["HOME": "/h", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "", "XDG_RUNTIME_DIR": "./run"]
        let directories = try Directories(environment: environment)
        #expect(directories.data.path == "/h/.local/share/latchkey")
        #expect(directories.configuration.path == "/h/.config/latchkey")
        #expect(directories.runtime == nil)
        #expect(throws: DirectoryError.noHome) { try Directories(environment: ["HOME": "home"]) }
    }

    @Test func foldersAreCreatedPrivateAndOpenFoldersAreRejected() throws {
        let temporary = try TemporaryDirectory()
        let folder = temporary.url.appendingPathComponent("a/b/latchkey")
        try Directories.prepare(folder)
        try Directories.prepare(folder)
        #expect(try mode(folder) == 0o700)
        for mode in [0o750, 0o701, 0o707] as [mode_t] {
            chmod(folder.path, mode)
            #expect(throws: DirectoryError.open(folder.path)) { try Directories.prepare(folder) }
            #expect(try self.mode(folder) == Int(mode))
        }
    }

    @Test func fileInPlaceOfAFolderIsRejected() throws {
        let temporary = try TemporaryDirectory()
        let file = temporary.url.appendingPathComponent("latchkey")
        try Data("x".utf8).write(to: file)
        #expect(throws: DirectoryError.notADirectory(file.path)) { try Directories.prepare(file) }
        #expect(try Data(contentsOf: file) == Data("x".utf8))
    }

    private func mode(_ url: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int)
    }
}
