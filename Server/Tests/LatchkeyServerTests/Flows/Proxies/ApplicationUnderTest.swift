import Foundation
import Testing

/// A web application on the loopback, `Tests/Application/application.py`; or a stand-in for the gate, which answers
/// with the status that the session's cookie says.
struct ApplicationUnderTest {
    /// What it was asked.
    struct Request: Decodable {
        let method: String
        let path: String
        /// Names in lower case, in the order in which they came.
        let headers: [[String]]
        /// Of the body.
        let length: Int
        /// SHA-256 of the body.
        let digest: String

        func values(_ name: String) -> [String] { headers.filter { $0[0] == name }.map { $0[1] } }
    }

    let process: ChildProcess
    let port: Int
    private let file: URL

    static let isInstalled = ServerExecutable.installed("python3") != nil

    static func run<Value>(
        asGate isGate: Bool = false, in scratch: URL, _ body: (ApplicationUnderTest) async throws -> Value
    ) async throws -> Value {
        let file = scratch.appending(path: "\(UUID().uuidString).heard")
        try Data().write(to: file)
        let tests = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let script = tests.appending(path: "Application/application.py")
        var arguments = [
            try #require(ServerExecutable.installed("python3")), script.path, "--heard", file.path,
        ]
        if isGate { arguments.append("--gate") }
        let process = try ChildProcess(arguments, scratch: scratch)
        let result: Result<Value, any Error>
        do {
            let port = try await waitFor("port of the application: \(process.errors)") {
                process.output.split(separator: "\n").first.flatMap { Int($0) }
            }
            result = .success(try await body(ApplicationUnderTest(process: process, port: port, file: file)))
        } catch {
            result = .failure(error)
        }
        await process.kill9()
        return try result.get()
    }

    /// Oldest first.
    var heard: [Request] {
        get throws {
            try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
                .map { try JSONDecoder().decode(Request.self, from: $0) }
        }
    }
}
