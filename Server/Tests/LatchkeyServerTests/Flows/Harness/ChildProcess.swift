import Foundation
import Testing

/// A process started by a test. It is signalled only by its identifier, and only while it runs.
///
/// The client package's `ChildProcess` is not a product, so this package cannot use it.
final class ChildProcess: Sendable {
    struct Exit: Sendable, Equatable {
        let status: Int32
        let bySignal: Bool
    }

    private let process: Process
    private let outputFile: URL
    private let errorFile: URL

    /// - Parameters:
    ///   - arguments: The program's path, and its arguments.
    ///   - environment: The whole environment; nothing is inherited.
    ///   - scratch: A directory for the output.
    init(_ arguments: [String], environment: [String: String] = [:], scratch: URL) throws {
        let name = UUID().uuidString
        outputFile = scratch.appending(path: "\(name).stdout")
        errorFile = scratch.appending(path: "\(name).stderr")
        process = Process()
        process.executableURL = URL(filePath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        process.environment = environment.merging(["PATH": "/usr/bin:/bin", "HOME": scratch.path]) { own, _ in own }
        process.currentDirectoryURL = scratch
        process.standardInput = FileHandle.nullDevice
        // Files, because pipes fill up or end with the process. A Process outlives its last use.
        let files = try [outputFile, errorFile].map(Self.newFile)
        defer { for file in files { try? file.close() } }
        process.standardOutput = files[0]
        process.standardError = files[1]
        try process.run()
    }

    var id: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }
    var output: String { text(outputFile) }
    var errors: String { text(errorFile) }

    func signal(_ signal: Int32) {
        if process.isRunning { kill(process.processIdentifier, signal) }
    }

    /// Stops the process with SIGSTOP, and waits until all threads have stopped.
    func stop() async throws {
        signal(SIGSTOP)
        try await waitUntil("standstill of process \(id)") {
            guard let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return true }
            return status.components(separatedBy: ") ").last?.hasPrefix("T") ?? false
        }
    }

    /// Waits until the process has ended.
    func exit(within limit: Duration = .seconds(90)) async throws -> Exit {
        try await waitUntil("end of process \(id); it printed: \(output)\(errors)", within: limit) {
            !process.isRunning
        }
        return Exit(status: process.terminationStatus, bySignal: process.terminationReason == .uncaughtSignal)
    }

    /// Kills the process and waits until it has ended.
    func kill9() async {
        signal(SIGKILL)
        // A separate task, which does not end when the test is cancelled.
        let ended = Task { try await exit(within: .seconds(60)) }
        if case .failure(let error) = await ended.result { Issue.record(error) }
    }

    private static func newFile(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    private func text(_ file: URL) -> String {
        String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
    }
}
