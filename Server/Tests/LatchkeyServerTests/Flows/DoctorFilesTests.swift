import Foundation
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct DoctorFilesTests {
        @Test(.onSQLite, arguments: [("usr/bin", "usr/share/latchkey"), ("opt", "opt/\(Resources.bundleName)")])
        func missingPagesStopTheStartWithTheirDirectoryNamed(place: String, folder: String) async throws {
            try await ScratchFolder.with { scratch in
                let scratch = scratch.resolvingSymlinksInPath()
                let program = scratch.appending(path: "\(place)/latchkey-server")
                try FileManager.default.createDirectory(
                    at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
                try FileManager.default.copyItem(at: ServerExecutable.find(), to: program)
                let settings = try DataFolder(in: scratch).settings.merging(["LATCHKEY_PORT": "0"]) { $1 }
                let server = try ChildProcess([program.path, "serve"], environment: settings, scratch: scratch)
                #expect(try await server.exit() == ChildProcess.Exit(status: 1, bySignal: false))
                let path = scratch.appending(path: folder).path.debugDescription
                let line = "pages and texts are missing or damaged in \(path); \(ResourcesError.advice)"
                #expect(server.errors == "latchkey-server: \(line)\n")
                let doctor = try ChildProcess([program.path, "doctor"], environment: settings, scratch: scratch)
                #expect(try await doctor.exit().status == 1)
                #expect(doctor.output.contains("files: failure: \(line)\n"), "\(doctor.output)")
            }
        }

        @Test func anExposedSecretIsAFailureEvenWithAnotherError() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let file = scratch.appending(path: "server.conf")
                try Data("LATCHKEY_WEBHOOK_SECRET=hunter2\n".utf8).write(to: file)
                for settings in [[:], ["LATCHKEY_SIGN_UP": "maybe"]] {
                    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
                    let arguments = ["doctor", "--settings-file", file.path]
                    let open = try await data.run(arguments, settings: settings)
                    #expect(open.status == 1)
                    let line = "settings: failure: all users of this machine can read LATCHKEY_WEBHOOK_SECRET"
                    #expect(open.output.contains(line) && !open.output.contains("hunter2"), "\(open.output)")
                    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
                    #expect(!(try await data.run(arguments, settings: settings)).output.contains("all users"))
                }
            }
        }
    }
}
