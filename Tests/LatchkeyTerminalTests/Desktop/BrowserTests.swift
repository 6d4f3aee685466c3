import ChildProcess
import Foundation
import Testing

@testable import LatchkeyTerminal

/// Opening of URLs on the desktop.
@Suite struct BrowserTests {
    /// A directory with a replacement for the opener, which creates a directory with the name of its argument.
    private let directory: TemporaryDirectory
    private let environment: [String: String]

    init() throws {
        directory = try TemporaryDirectory()
        try FileManager.default.createSymbolicLink(
            at: directory.url.appending(path: Browser.opener), withDestinationURL: URL(filePath: "/bin/mkdir"))
        environment = ["PATH": "/nowhere:\(directory.url.path)", "DISPLAY": ":0"]
    }

    @Test("ASVS-1.2.5 browser receives the address as one argument")
    func browserReceivesTheAddressAsOneArgument() async throws {
        let made = directory.url.appending(path: "a?b=c&d=$(touch x);e").path
        try #require(Browser(environment: environment)).open(made)
        try await until { FileManager.default.fileExists(atPath: made) }
    }

    @Test(arguments: [["SSH_CONNECTION": "1"], ["SSH_TTY": "/dev/pts/1"], ["PATH": "/nowhere"], ["PATH": ""]])
    func browserIsUnavailableOverSSHOrWithoutItsProgram(changes: [String: String]) {
        #expect(Browser(environment: environment.merging(changes) { $1 }) == nil)
    }

    @Test(.enabled(if: Browser.needsDisplay, "this desktop has no such variable")) func browserRequiresADisplay() {
        #expect(Browser(environment: environment.merging(["DISPLAY": ""]) { $1 }) == nil)
        let other = ["DISPLAY": "", "WAYLAND_DISPLAY": "wayland-0"]
        #expect(Browser(environment: environment.merging(other) { $1 }) != nil)
    }
}
