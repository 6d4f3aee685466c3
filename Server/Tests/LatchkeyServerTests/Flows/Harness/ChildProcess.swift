import Foundation
import Testing

/// One process that a test has started. It is signalled by its id only, and only while it runs.
final class ChildProcess: Sendable {
    struct Exit: Sendable, Equatable {
        let status: Int32
        let bySignal: Bool
    }

    private let process: Process
    private let outputFile: URL
    private let errorFile: URL

    /// - Parameter scratch: a folder for what the process prints.
    init(_ arguments: [String], environment: [String: String] = [:], scratch: URL) throws {
        let name = UUID().uuidString
        outputFile = scratch.appending(path: "\(name).stdout")
        errorFile = scratch.appending(path: "\(name).stderr")
        process = Process()
        process.executableURL = URL(filePath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        // Nothing of the tests' own environment may change what the process does.
        process.environment = environment.merging(["PATH": "/usr/bin:/bin", "HOME": scratch.path]) { own, _ in own }
        process.currentDirectoryURL = scratch
        process.standardInput = FileHandle.nullDevice
        // Files, not pipes: they neither fill up nor end with the process.
        process.standardOutput = try Self.newFile(outputFile)
        process.standardError = try Self.newFile(errorFile)
        try process.run()
    }

    var id: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }
    var output: String { text(outputFile) }
    var errors: String { text(errorFile) }

    func signal(_ signal: Int32) {
        if process.isRunning { kill(process.processIdentifier, signal) }
    }

    /// Waits until it has ended by itself.
    func exit(within limit: Duration = .seconds(90)) async throws -> Exit {
        try await waitUntil("end of process \(id); it printed: \(output)\(errors)", within: limit) {
            !process.isRunning
        }
        return Exit(status: process.terminationStatus, bySignal: process.terminationReason == .uncaughtSignal)
    }

    /// Kills it and returns when it is gone. Does nothing when it has ended.
    func kill9() async {
        signal(SIGKILL)
        // Not to be given up when the test is cancelled: the process is gone within a moment.
        await Task { [process] in
            let end = ContinuousClock.now + .seconds(60)
            while process.isRunning, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(2)) }
        }.value
        if process.isRunning { Issue.record("process \(id) did not end within 60 s after it was killed") }
    }

    private static func newFile(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    private func text(_ file: URL) -> String {
        String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
    }
}
