import Foundation

/// A program that runs to its end.
enum Command {
    struct Failure: Error, CustomStringConvertible {
        let command: [String]
        let output: String
        var description: String { "\(command.joined(separator: " ")): \(output)" }
    }

    /// Returns the output. Throws ``Failure`` unless the status is 0.
    @discardableResult
    static func run(_ command: [String], environment: [String: String] = [:]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        // A Process outlives its last use.
        try output.fileHandleForReading.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(command: command, output: text) }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
