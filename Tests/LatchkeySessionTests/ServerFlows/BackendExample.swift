import ChildProcess
import Foundation
import LatchkeyAPI
import Testing

/// A backend with the middleware of its language: those of `Examples`, and two only for tests.
enum BackendExample: CaseIterable {
    case python, asgi, worker, express, swift

    /// The backends of `Examples`.
    static let shops: [BackendExample] = [.python, .worker, .swift]
    static let secret = "a-secret-of-both"
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

    private var command: (program: URL, arguments: [String]) {
        switch self {
        case .python: Self.script("python3", "Examples/BackendPython/backend.py")
        case .asgi: Self.script("python3", "Backend/test/asgi.py")
        case .worker: Self.script("node", "Examples/BackendWorker/serve.mjs")
        case .express: Self.script("node", "Backend/test/express.mjs")
        // Built next to the server, from the example's sources.
        case .swift:
            (ServerProcess.program.deletingLastPathComponent().appending(path: "backend-swift"), [])
        }
    }

    private static func script(_ program: String, _ file: String) -> (program: URL, arguments: [String]) {
        (URL(filePath: "/usr/bin/" + program), [root.appending(path: file).path])
    }

    static var areBuilt: Bool {
        allCases.allSatisfy { FileManager.default.isExecutableFile(atPath: $0.command.program.path) }
    }

    /// Starts the backend on a free port, and waits until it listens.
    func start(latchkey: String, proxy: String? = nil) throws -> RunningBackend {
        let log = try TemporaryDirectory()
        let errors = log.url.appending(path: "errors")
        var environment = [
            "LATCHKEY_INTROSPECTION_SECRET": Self.secret, "LATCHKEY_URL": latchkey, "PORT": "0",
            "DATA": log.url.appending(path: "data").path, "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1",
        ]
        for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] { environment[name] = proxy }
        let process = try ChildProcess(command.program, command.arguments, environment: environment, errors: errors)
        let prefix = "listening on "
        let line = try #require(process.nextLine())
        let url = try #require(line.hasPrefix(prefix) ? URL(string: String(line.dropFirst(prefix.count))) : nil)
        return RunningBackend(url: url, process: process, directory: log, errors: errors)
    }
}

/// A running backend, which ends with this object.
struct RunningBackend {
    let url: URL
    fileprivate let process: ChildProcess
    fileprivate let directory: TemporaryDirectory
    fileprivate let errors: URL

    var tickets: TransportRequest {
        TransportRequest(method: .get, url: url.appending(path: "tickets"), timeout: .seconds(20))
    }

    var refund: TransportRequest {
        TransportRequest(
            method: .post, url: url.appending(path: "refunds"), headers: ["Content-Type": "application/json"],
            body: Data(#"{"ticket":"T-17"}"#.utf8), timeout: .seconds(20))
    }

    /// Returns the unmodified response to a request with a token.
    static func response(to request: TransportRequest, token: String?) async throws -> TransportResponse {
        var request = request
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        return try await URLSessionTransport().send(request)
    }

    /// Returns the body, or throws the error that an app derives from the response.
    static func body(of request: TransportRequest, token: String) async throws -> Data {
        let response = try await response(to: request, token: token)
        switch response.status {
        case 200..<300: return response.body
        case 401: throw APIError(challenge: response.header("WWW-Authenticate")) ?? .unauthenticated
        case 423: throw APIError.locked
        default: throw APIError.unexpected(status: response.status)
        }
    }

    /// Stops the backend. Returns its output.
    func stop() throws -> String {
        process.send(SIGTERM)
        _ = try process.waitForChange()
        let log = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
        return log + process.linesSoFar().joined(separator: "\n")
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests without the server, the Swift example, Python or Node.js, with the reason.
    static var whereTheExamplesAreBuilt: Self {
        .enabled(
            if: ServerProcess.isBuilt && BackendExample.areBuilt,
            "no server, backend-swift, python3 or node: scripts/swift build --package-path Server")
    }
}
