import Foundation
import HTTPTypes
import LatchkeyHTTPClient
import Testing

@testable import LatchkeyServer

extension Flows {
    /// The program with standard output or standard error that cannot be written.
    @Suite(.onOneStore) struct UnwritableStreamTests {
        /// Redirections: a full disk, a closed stream, a pipe without a reader.
        private static let streams = [">/dev/full", ">&-", ">&4"]

        private static func wrapper(_ redirections: String) -> [String] {
            let pipe = "mkfifo pipe && exec 3<>pipe 4>pipe 3<&- && rm pipe"
            return ["/bin/sh", "-c", "\(pipe); exec \"$@\" \(redirections)", "sh"]
        }

        @Test(arguments: streams) func aResultThatCannotBeWrittenFails(_ stream: String) async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                #expect(try await data.run(["migrate"]).status == 0)
                #expect(try await data.run(["users", "add", "ann@example.com"]).status == 0)
                for command in [["users", "list"], ["users", "suspend", "ann@example.com"], ["doctor"]] {
                    let result = try await data.run(command, wrapper: Self.wrapper(stream))
                    #expect(result.status == 1, "\(command)")
                    #expect(
                        result.errors.hasPrefix("latchkey-server: standard output: "), "\(command): \(result.errors)")
                }
            }
        }

        @Test(arguments: streams) func anUnwritableErrorKeepsItsExitStatus(_ stream: String) async throws {
            try await ScratchFolder.with { scratch in
                let result = try await DataFolder(in: scratch).run(
                    ["serve"], settings: ["LATCHKEY_PORT": "x"], wrapper: Self.wrapper("\(stream) 2\(stream)"))
                #expect(result.status == 2)
            }
        }

        @Test(arguments: streams) func serverServesWithoutWritableStreams(_ stream: String) async throws {
            try await ScratchFolder.with { scratch in
                let port = try await FreePort.find()
                let process = try ServerUnderTest.launch(
                    on: DataFolder(in: scratch),
                    .init(
                        settings: ["LATCHKEY_PORT": "\(port)"], wrapper: Self.wrapper("\(stream) 2\(stream)")))
                // More log lines than any buffer holds.
                for path in ["health/ready", "health/ready", "api/auth/me"] {
                    try await waitUntil("response to \(path)") {
                        guard process.isRunning else { throw DeadlineError(description: "the server has ended") }
                        let request = HTTPClientRequest(.get, "http://127.0.0.1:\(port)/\(path)")
                        let response = try? await HTTPClient.send(
                            request, timeout: .seconds(30), maximumBody: 1 << 20)
                        return response?.status == (path == "api/auth/me" ? 401 : 200)
                    }
                }
                // No database or connection has the number of a closed stream.
                for descriptor in 1...2 {
                    let file = try FileManager.default.destinationOfSymbolicLink(
                        atPath: "/proc/\(process.id)/fd/\(descriptor)")
                    #expect(["/dev/null", "/dev/full"].contains(file) || file.hasSuffix("/pipe (deleted)"), "\(file)")
                }
                process.signal(SIGTERM)
                #expect(try await process.exit() == ChildProcess.Exit(status: 0, bySignal: false))
            }
        }
    }
}
