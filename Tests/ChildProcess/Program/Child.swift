import Foundation

/// The entry point of the tests' child processes.
@main
enum Child {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        switch arguments.popFirst() {
        case "storage": try await StorageCommand(arguments: Array(arguments)).run()
        case "bench": try await Bench(Array(arguments)).run()
        case "figures": say(try FigureFile(url: URL(fileURLWithPath: arguments.first ?? "")).table())
        case "lock": try await LockCommand(arguments: Array(arguments)).run()
        case "session": try await SessionCommand(arguments: Array(arguments)).run()
        case "lifecycle": try await LifecycleCommand(arguments: Array(arguments)).run()
        case "fingerprint": try await FingerprintCommand(Array(arguments)).run()
        default: exit(64)
        }
    }

    /// Writes unbuffered, so that no line is lost when the process is stopped or killed.
    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
