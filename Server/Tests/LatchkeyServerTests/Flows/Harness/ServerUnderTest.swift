import Foundation
import Testing

/// A real `latchkey-server` process on a free loopback port.
struct ServerUnderTest: Sendable {
    let process: ChildProcess
    let data: DataFolder
    let origin: String

    /// The options of a start.
    struct Start: Sendable {
        var settings: [String: String] = [:]
        var flags: [String] = []
        /// A program with arguments that runs the server, such as `setpriv`.
        var wrapper: [String] = []
        /// Whether ``holdCheck(_:_:)`` can be used.
        var holdsHashes = false
    }

    /// Runs `body` with a server on a new data directory, and ends the process afterwards.
    static func run<Value>(
        settings: [String: String] = [:], holdsHashes: Bool = false, _ body: (ServerUnderTest) async throws -> Value
    ) async throws -> Value {
        try await ScratchFolder.with { scratch in
            try await run(on: DataFolder(in: scratch), Start(settings: settings, holdsHashes: holdsHashes), body)
        }
    }

    /// Runs `body` with a server on an existing data directory.
    static func run<Value>(
        on data: DataFolder, _ start: Start = Start(), _ body: (ServerUnderTest) async throws -> Value
    ) async throws -> Value {
        var start = start
        if start.holdsHashes {
            start.settings.merge(try await HeldHash(in: data.scratch).environment()) { given, _ in given }
        }
        let process = try launch(on: data, start)
        let result: Result<Value, any Error>
        do {
            let origin = try await origin(of: process)
            result = .success(try await body(ServerUnderTest(process: process, data: data, origin: origin)))
        } catch {
            if !process.isRunning { Issue.record("the server ended; it printed: \(process.errors)") }
            result = .failure(error)
        }
        await process.kill9()
        return try result.get()
    }

    /// Runs `body` with that many servers on one data directory.
    static func run<Value>(
        _ count: Int, on data: DataFolder, _ start: Start, after others: [ServerUnderTest] = [],
        _ body: ([ServerUnderTest]) async throws -> Value
    ) async throws -> Value {
        try await run(on: data, start) { server in
            let servers = others + [server]
            return servers.count == count
                ? try await body(servers) : try await run(count, on: data, start, after: servers, body)
        }
    }

    /// Starts the process without waiting for it.
    ///
    /// - Parameter command: A command other than `serve`, with the same settings.
    static func launch(
        on data: DataFolder, _ start: Start = Start(), command: String = "serve"
    ) throws -> ChildProcess {
        var environment = try data.settings.merging(["LATCHKEY_PORT": "0", "LATCHKEY_DEV": "1"]) { $1 }
        environment.merge(start.settings) { _, given in given }
        if TestStore.current == .postgres, environment["LATCHKEY_DEV"] == "0" {
            // Required with PostgreSQL; affects only cookies.
            environment["LATCHKEY_PUBLIC_URL"] = environment["LATCHKEY_PUBLIC_URL"] ?? "http://127.0.0.1"
        }
        return try ChildProcess(
            start.wrapper + [ServerExecutable.find().path, command] + start.flags, environment: environment,
            scratch: data.scratch)
    }

    /// Returns the origin in the first line of standard output.
    static func origin(of process: ChildProcess) async throws -> String {
        let line = try await waitFor("first line of a server") { () -> String? in
            let output = process.output
            if let end = output.firstIndex(of: "\n") { return String(output[..<end]) }
            guard process.isRunning else {
                throw DeadlineError(description: "the server ended immediately: \(process.errors)")
            }
            return nil
        }
        let prefix = "listening on "
        try #require(line.hasPrefix(prefix + "http://127.0.0.1:"), "the first line is: \(line)")
        return String(line.dropFirst(prefix.count))
    }

    var port: String { origin.components(separatedBy: ":").last ?? "" }

    /// Ends the process with SIGTERM, and returns its exit.
    func terminate() async throws -> ChildProcess.Exit {
        process.signal(SIGTERM)
        return try await process.exit()
    }
}
