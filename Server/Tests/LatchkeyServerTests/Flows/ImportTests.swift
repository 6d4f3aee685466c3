import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct ImportTests {
        private static func line(_ email: String) -> String {
            "\(email),\(LegacyDigestTests.hash),\(LegacyDigestTests.salt)\n"
        }

        @Test func importPasscodesImportsAllLinesWhileAServerRuns() async throws {
            try await ServerUnderTest.run(settings: ["LATCHKEY_SIGN_UP": "closed"]) { server in
                let process = try launch(server.data, Self.line("Ann@example.com") + Self.line("bob@example.com"))
                #expect(try await process.exit().status == 0)
                #expect(process.output == "2 imported\n" && process.errors.isEmpty)
                let session = try await server.signIn()
                #expect(session.user.locked)
                #expect(try await server.verify(ServerUnderTest.passcode, bearer: session.accessToken).status == 200)
                let again = try launch(server.data, Self.line("eve@example.com") + Self.line("bob@example.com"))
                #expect(try await again.exit().status == 1)
                #expect(again.errors == "line 3: the account already has a passcode\nNothing was imported.\n")
                #expect(try server.data.probe().count("users") == 2)
            }
        }

        @Test func aFileWithAnInvalidLineIsNotImported() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let process = try launch(data, Self.line("ann@example.com") + "bob@example.com,hunter2,s\n")
                #expect(try await process.exit().status == 1)
                #expect(process.errors.hasPrefix("line 3: "))
                #expect(!process.errors.contains("hunter2"))
                #expect(!FileManager.default.fileExists(atPath: data.databaseFile.path))
                let absent = try ChildProcess(
                    [ServerExecutable.find().path, "import-passcodes", "absent.csv"],
                    environment: try data.settings, scratch: scratch)
                #expect(try await absent.exit().status == 1)
                #expect(absent.errors.hasPrefix("The file cannot be read: "))
            }
        }

        @Test func aKilledImportHasImportedNothingAndCanBeRepeated() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let lines = (0..<40).map { Self.line("a\($0)@example.com") }.joined()
                let first = try launch(data, lines)
                // The keys are checked before hashing starts.
                try await waitUntil("beginning of the import") {
                    (try? data.probe().count("key_check")) == 1
                }
                await first.kill9()
                #expect(first.output.isEmpty, "it was killed too late")
                #expect(try data.probe().count("users") == 0)
                let second = try launch(data, lines)
                #expect(try await second.exit().status == 0, "\(second.errors)")
                #expect(try data.probe().count("users") == 40)
            }
        }

        @Test func anImportKilledWhileStagingIsAbandonedOrCompleted() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let count = PasscodeImport.batchSize + 100
                let lines = (0..<count).map { Self.line("a\($0)@example.com") }.joined()
                let first = try launch(data, lines)
                try await waitUntil("staged passcodes") { (try? data.probe().count("staged_passcodes")) ?? 0 > 0 }
                await first.kill9()
                let states = try data.probe().rows("SELECT state FROM imports")
                let isDecided = states == [[ImportState.decided.rawValue]]
                #expect(try data.probe().count("users") == 0 || isDecided)
                let second = try launch(data, lines)
                let status = try await second.exit().status
                #expect(status == (isDecided ? 1 : 0), "\(second.errors)")
                #expect(try data.probe().count("users") == count)
                #expect(try data.probe().count("staged_passcodes") == 0)
            }
        }

        private func launch(_ data: DataFolder, _ lines: String) throws -> ChildProcess {
            let file = data.scratch.appending(path: "passcodes.csv")
            try Data((PasscodeFile.header + "\n" + lines).utf8).write(to: file)
            return try ChildProcess(
                [ServerExecutable.find().path, "import-passcodes", file.path],
                environment: try data.settings, scratch: data.scratch)
        }
    }
}
