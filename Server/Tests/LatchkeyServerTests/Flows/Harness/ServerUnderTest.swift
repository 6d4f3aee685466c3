import Foundation
import Testing

/// A real `latchkey-server` process on a free port of the loopback.
struct ServerUnderTest: Sendable {
    let process: ChildProcess
    let data: DataFolder
    let origin: String

    /// How the process is started.
    struct Start: Sendable {
        var settings: [String: String] = [:]
        var flags: [String] = []
        /// A program and its arguments that start the server in their place, such as `setpriv`.
        var wrapper: [String] = []
        /// Whether ``holdCheck(_:_:)`` is to be used.
        var holdsHashes = false
    }

    /// Runs `body` against a server with a data directory of its own. The process is gone afterwards, whatever happens.
    static func run<Value>(
        settings: [String: String] = [:], holdsHashes: Bool = false, _ body: (ServerUnderTest) async throws -> Value
    ) async throws -> Value {
        try await ScratchFolder.with { scratch in
            try await run(on: DataFolder(in: scratch), Start(settings: settings, holdsHashes: holdsHashes), body)
        }
    }

    /// As above, on a data directory that other servers have used or use.
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
            result = .failure(error)
        }
        await process.kill9()
        return try result.get()
    }

    /// Runs `body` against so many servers on one data directory.
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
    /// - Parameter command: Another one than that of a server, with the same settings.
    static func launch(
        on data: DataFolder, _ start: Start = Start(), command: String = "serve"
    ) throws -> ChildProcess {
        var environment = try data.settings.merging(["LATCHKEY_PORT": "0", "LATCHKEY_DEV": "1"]) { $1 }
        environment.merge(start.settings) { _, given in given }
        if TestStore.current == .postgres, environment["LATCHKEY_DEV"] == "0" {
            // Servers that may be several demand it, and it matters to cookies alone.
            environment["LATCHKEY_PUBLIC_URL"] = environment["LATCHKEY_PUBLIC_URL"] ?? "http://127.0.0.1"
        }
        return try ChildProcess(
            start.wrapper + [ServerExecutable.find().path, command] + start.flags, environment: environment,
            scratch: data.scratch)
    }

    /// What the first line of the process's standard output says.
    static func origin(of process: ChildProcess) async throws -> String {
        let line = try await waitFor("first line of a server") { () -> String? in
            let output = process.output
            if let end = output.firstIndex(of: "\n") { return String(output[..<end]) }
            guard process.isRunning else {
                throw DeadlineError(description: "the server ended at once: \(process.errors)")
            }
            return nil
        }
        let prefix = "listening on "
        try #require(line.hasPrefix(prefix + "http://127.0.0.1:"), "the first line is: \(line)")
        return String(line.dropFirst(prefix.count))
    }

    var port: String { origin.components(separatedBy: ":").last ?? "" }

    /// Ends it as an operator does, and returns how it ended.
    func terminate() async throws -> ChildProcess.Exit {
        process.signal(SIGTERM)
        return try await process.exit()
    }
}
