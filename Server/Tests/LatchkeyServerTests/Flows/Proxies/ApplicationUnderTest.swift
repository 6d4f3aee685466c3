import Foundation
import Testing

/// A web application on the loopback interface, from `Tests/Application`.
struct ApplicationUnderTest {
    enum Kind {
        /// `application.py`.
        case plain
        /// A stand-in for the gate, which responds with the status in the session's cookie.
        case gate
        /// `upgrading.py`, which supports HTTP/2 on request.
        case upgrading
    }

    /// A received request.
    struct Request: Decodable {
        let method: String
        let path: String
        /// Names in lower case, in order of arrival.
        let headers: [[String]]
        /// Length of the body.
        let length: Int
        /// SHA-256 of the body.
        let digest: String
        /// Trailer lines.
        let trailers: [String]

        func values(_ name: String) -> [String] { headers.filter { $0[0] == name }.map { $0[1] } }
    }

    let process: ChildProcess
    let port: Int
    private let file: URL

    static let isInstalled = ServerExecutable.installed("python3") != nil
    /// Whether `scripts/install-packages test` could install Hypercorn.
    static let canUpgrade = FileManager.default.fileExists(atPath: root.appending(path: hypercorn).path)

    private static let root = (0..<6).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    private static let hypercorn = ".build/test-tools/bin/hypercorn"

    static func run<Value>(
        as kind: Kind = .plain, in scratch: URL, _ body: (ApplicationUnderTest) async throws -> Value
    ) async throws -> Value {
        let file = scratch.appending(path: "\(UUID().uuidString).heard")
        try Data().write(to: file)
        let folder = root.appending(path: "Server/Tests/Application")
        let (python, script) =
            kind == .upgrading
            ? (root.appending(path: ".build/test-tools/bin/python").path, "upgrading.py")
            : (try #require(ServerExecutable.installed("python3")), "application.py")
        var arguments = [python, folder.appending(path: script).path, "--heard", file.path]
        if kind == .gate { arguments.append("--gate") }
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
