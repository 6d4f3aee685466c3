import Foundation
import Testing

@testable import LatchkeyServer

@Suite struct ResourcesTests {
    private static let bundle = URL(filePath: "/bundle")

    /// Creates the directories, and returns the one of a program.
    private func folder(of program: String, folders: [String], link: String? = nil) async throws -> String {
        try await ScratchFolder.with { scratch in
            let scratch = scratch.resolvingSymlinksInPath()
            for folder in folders {
                try FileManager.default.createDirectory(
                    at: scratch.appending(path: folder), withIntermediateDirectories: true)
            }
            var url = scratch.appending(path: program)
            if let link {
                try Data().write(to: url)
                let name = scratch.appending(path: link)
                try FileManager.default.createSymbolicLink(at: name, withDestinationURL: url)
                url = name
            }
            return Resources.folder(of: url) { Self.bundle }.path.replacing(scratch.path, with: "")
        }
    }

    @Test func aProgramInPREFIXBinUsesPREFIXShareLatchkey() async throws {
        for folders in [["usr/bin", "usr/share/latchkey"], ["usr/bin"]] {
            let found = try await folder(of: "usr/bin/latchkey-server", folders: folders)
            #expect(found == "/usr/share/latchkey", "\(folders)")
        }
    }

    @Test func linkedProgramUsesTheFilesOfItsTarget() async throws {
        let folders = ["opt/latchkey/bin", "usr/bin"]
        let found = try await folder(
            of: "opt/latchkey/bin/latchkey-server", folders: folders, link: "usr/bin/latchkey-server")
        #expect(found == "/opt/latchkey/share/latchkey")
    }

    @Test func swiftPMsBundleNextToAProgramComesFirst() async throws {
        for place in ["usr/local/bin", ".build/debug"] {
            let found = try await folder(
                of: "\(place)/latchkey-server",
                folders: ["\(place)/\(Resources.bundleName)", "usr/local/share/latchkey"])
            #expect(found == "/\(place)/\(Resources.bundleName)")
        }
    }

    @Test func theServerNeverUsesTheBundle() async throws {
        let found = try await folder(of: "opt/latchkey-server", folders: ["opt"])
        #expect(found == "/opt/\(Resources.bundleName)")
    }

    @Test func anyOtherProgramUsesTheBundle() async throws {
        #expect(try await folder(of: ".build/debug/tests", folders: [".build/debug"]) == Self.bundle.path)
        #expect(Resources.folder(of: nil) { Self.bundle } == Self.bundle)
        #expect(try !Resources.files(in: "Texts").isEmpty)
    }
}
