public import Foundation

/// A `latchkey-server` for one test, on a free loopback port, with a data directory that is removed with it.
///
/// Build it first: `scripts/swift build --package-path Server --product latchkey-server`. `make test-all` runs suites
/// with `ServerFlows` in their names after building the server. Without a server, such a suite is skipped:
///
/// ```swift
/// @Suite(.enabled(if: ServerProcess.isBuilt, Comment(rawValue: ServerProcess.howToBuild)))
/// struct TerminalServerFlows {
///     @Test func aStory() async throws {
///         let server = try ServerProcess()
///         // … the program under test requests a sign-in email from server.url, http://127.0.0.1:PORT …
///         let code = try await server.takeCode(to: "ada@example.org", from: .signIn)
///         try server.advanceClock(by: 900)  // the access token expires
///         try server.stop()  // offline
///         try server.start()  // online again, with the same address
///     }
/// }
/// ```
///
/// The process ends with the object.
public final class ServerProcess {
    /// The emails with a code, by subject.
    public enum Email: String, Sendable {
        case signIn = "Your sign-in link"
        case reset = "Reset your passcode"
    }

    /// An error that makes the server unusable.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The path of the program: `LATCHKEY_SERVER_BINARY`, or the debug build in `Server`.
    public static let program: URL = {
        if let path = ProcessInfo.processInfo.environment["LATCHKEY_SERVER_BINARY"] { return URL(filePath: path) }
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        return package.appending(path: "Server/.build/debug/latchkey-server")
    }()

    /// Whether the program exists.
    public static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: program.path) }

    /// The reason for skipping a suite.
    public static let howToBuild =
        "there is no server: scripts/swift build --package-path Server --product latchkey-server"

    /// The origin, as `http://127.0.0.1:PORT`.
    public private(set) var url = ""
    private let settings: [String: String]
    private let directory: TemporaryDirectory
    private var process: ChildProcess?

    /// Starts a server on an empty data directory, and waits until it listens.
    ///
    /// - Parameter settings: Settings in addition to those that tests need.
    public init(_ settings: [String: String] = [:]) throws {
        self.settings = settings
        directory = try TemporaryDirectory()
        try start()
    }

    // Stops the process before the directory is removed.
    deinit { process = nil }

    /// Restarts the server after `stop()`, with the same data and address, and with further settings.
    public func start(_ settings: [String: String] = [:]) throws {
        let scratch = directory.url
        let errors = scratch.appending(path: "errors")
        let started = try ChildProcess(
            Self.program, ["serve"],
            environment: [
                "LATCHKEY_DATA_DIR": scratch.appending(path: "data").path, "LATCHKEY_DEV": "1",
                "LATCHKEY_PORT": url.split(separator: ":").last.map(String.init) ?? "0", "PATH": "/usr/bin:/bin",
            ].merging(self.settings) { $1 }.merging(settings) { $1 }, errors: errors)
        let prefix = "listening on "
        guard let line = started.nextLine(), line.hasPrefix(prefix) else {
            let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            throw Failure(description: "the server did not start: \(said)")
        }
        url = String(line.dropFirst(prefix.count))
        process = started
    }

    /// Stops the server with SIGTERM, and waits until it has ended and no longer listens.
    public func stop() throws {
        process?.send(SIGTERM)
        let change = try process?.waitForChange()
        process = nil
        guard change == .exited(0) || change == nil else {
            throw Failure(description: "the server ended otherwise: \(String(describing: change))")
        }
    }

    /// Waits for an email to the address, removes it from the outbox, and returns its code. Skips duplicates, which the
    /// server may send after its clock advances.
    public func takeCode(to email: String, from kind: Email) async throws -> String {
        let outbox = directory.url.appending(path: "data/outbox")
        let end = ContinuousClock.now + .seconds(90)
        while ContinuousClock.now < end {
            for file in try FileManager.default.contentsOfDirectory(at: outbox, includingPropertiesForKeys: nil)
            where file.pathExtension == "eml" {
                let taken = file.deletingPathExtension().appendingPathExtension("taken")
                if FileManager.default.fileExists(atPath: taken.path) { continue }
                let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\r\n")
                guard lines.contains("To: \(email)"), lines.contains("Subject: \(kind.rawValue)") else { continue }
                try FileManager.default.moveItem(at: file, to: taken)
                let code = lines.first { $0.wholeMatch(of: /[0-9A-Z]{4}-[0-9A-Z]{4}/) != nil }
                guard let code else { break }
                return code
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Failure(description: "no \(kind) email to \(email) came within 90 seconds")
    }

    /// Moves the server's clock by a number of seconds, negative for backward. Tokens expire, and sessions become idle.
    public func advanceClock(by seconds: Int) throws {
        let file = directory.url.appending(path: "data/clock-offset")
        let before = (try? String(contentsOf: file, encoding: .utf8)).flatMap { Int($0) } ?? 0
        try Data("\(before + seconds)".utf8).write(to: file, options: .atomic)
    }
}
