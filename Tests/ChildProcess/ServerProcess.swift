public import Foundation

/// A `latchkey-server` for one test, on a free port of the loopback, with a data directory that is removed with it.
///
/// Build it first: `swift build --package-path Server --product latchkey-server`. A suite that uses it has
/// `ServerFlows` in its name, so that `make test-all` runs it after the server is built, and is skipped without it:
///
/// ```swift
/// @Suite(.enabled(if: ServerProcess.isBuilt, Comment(rawValue: ServerProcess.howToBuild)))
/// struct TerminalServerFlows {
///     @Test func aStory() async throws {
///         let server = try ServerProcess()
///         // … the program under test requests a mail to sign in with from server.url, http://127.0.0.1:PORT …
///         let code = try await server.takeCode(to: "ada@example.org", from: .signIn)
///         try server.advanceClock(by: 900)  // an access token runs out
///         try server.stop()  // offline
///         try server.start()  // online again, with the same address
///     }
/// }
/// ```
///
/// The process ends with the object.
public final class ServerProcess {
    /// The mails with a code, by subject.
    public enum Mail: String, Sendable {
        case signIn = "Your sign-in link"
        case reset = "Reset your passcode"
    }

    /// Why the server cannot be used.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The program: `LATCHKEY_SERVER_BINARY`, or the debug build in `Server` beside this package.
    public static let program: URL = {
        if let path = ProcessInfo.processInfo.environment["LATCHKEY_SERVER_BINARY"] { return URL(filePath: path) }
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        return package.appending(path: "Server/.build/debug/latchkey-server")
    }()

    /// Whether the program exists.
    public static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: program.path) }

    /// The reason for skipping a suite.
    public static let howToBuild =
        "there is no server: swift build --package-path Server --product latchkey-server"

    /// Where it listens, as `http://127.0.0.1:PORT`.
    public private(set) var url = ""
    private let settings: [String: String]
    private let directory: TemporaryDirectory
    private var process: ChildProcess?

    /// Starts a server on an empty data directory, and waits until it listens.
    ///
    /// - Parameter settings: Its settings beside those that a test needs.
    public init(_ settings: [String: String] = [:]) throws {
        self.settings = settings
        directory = try TemporaryDirectory()
        try start()
    }

    // Before the directory is removed.
    deinit { process = nil }

    /// Starts it again after `stop()`, with the same data and address, and with these settings.
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

    /// Ends it as an operator does (SIGTERM), and waits until it has ended and no longer listens.
    public func stop() throws {
        process?.send(SIGTERM)
        let change = try process?.waitForChange()
        process = nil
        guard change == .exited(0) || change == nil else {
            throw Failure(description: "the server ended otherwise: \(String(describing: change))")
        }
    }

    /// Waits for a mail of the kind to the address, takes it out of the outbox, and returns its code. A mail that the
    /// server sends once more, as it may where the clock is moved on meanwhile, is not taken again.
    public func takeCode(to email: String, from mail: Mail) async throws -> String {
        let outbox = directory.url.appending(path: "data/outbox")
        let end = ContinuousClock.now + .seconds(90)
        while ContinuousClock.now < end {
            for file in try FileManager.default.contentsOfDirectory(at: outbox, includingPropertiesForKeys: nil)
            where file.pathExtension == "eml" {
                let taken = file.deletingPathExtension().appendingPathExtension("taken")
                if FileManager.default.fileExists(atPath: taken.path) { continue }
                let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\r\n")
                guard lines.contains("To: \(email)"), lines.contains("Subject: \(mail.rawValue)") else { continue }
                try FileManager.default.moveItem(at: file, to: taken)
                let prefix = "Code: "
                guard let code = lines.first(where: { $0.hasPrefix(prefix) }) else { break }
                return String(code.dropFirst(prefix.count))
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Failure(description: "no \(mail) mail to \(email) came within 90 seconds")
    }

    /// Moves the server's clock forward by that many seconds, or back: tokens expire and sessions become idle.
    public func advanceClock(by seconds: Int) throws {
        let file = directory.url.appending(path: "data/clock-offset")
        let before = (try? String(contentsOf: file, encoding: .utf8)).flatMap { Int($0) } ?? 0
        try Data("\(before + seconds)".utf8).write(to: file, options: .atomic)
    }
}
