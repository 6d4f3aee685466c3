import Foundation

/// A program that ends with this object, or with the test process. A shell waits for the end of a pipe whose other end
/// only this process has. Then it ends the program by its ID.
final class SupervisedProcess: @unchecked Sendable {
    // Proof for `@unchecked Sendable`: nothing is changed after `init`; closing a closed pipe throws, and waiting for
    // an ended process returns.
    private let shell = Process()
    private let lifeline = Pipe()
    /// The ID of the program.
    let id: pid_t
    private let command: [String]
    private let log: String?

    // QUIT ends PostgreSQL immediately; other programs support only TERM. A server that ends at the same time may still
    // write into the directory.
    private static let script = """
        "$@" </dev/null >/dev/null & program=$!
        echo $program
        read -r _
        kill -QUIT $program 2>/dev/null
        kill -TERM $program 2>/dev/null
        wait $program
        [ -n "$FOLDER" ] || exit 0
        for try in 1 2 3 4 5 6 7 8 9 10; do
            rm -rf "$FOLDER" 2>/dev/null
            [ -e "$FOLDER" ] || exit 0
            sleep 0.2
        done
        """

    /// - Parameters:
    ///   - prefix: A program that runs the command, as this user and not as PostgreSQL's.
    ///   - removing: A directory that is deleted after the program's end.
    ///   - log: The file for the program's errors.
    init(_ command: [String], by prefix: [String] = [], removing folder: String? = nil, log: String?) throws {
        self.command = command
        self.log = log
        // Swift's threads block signals; the shell would inherit that and could not wait for its children.
        shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = ["/bin/sh", "-c", Self.script, "sh"] + prefix + PostgresPrograms.asUser(command)
        #if os(Linux)
        shell.arguments = ["--default-signal"] + script
        #else
        shell.arguments = script
        #endif
        shell.environment = ProcessInfo.processInfo.environment.merging(
            ["FOLDER": folder ?? "", "LC_ALL": "C", "HOME": "/"]) { $1 }
        shell.currentDirectoryURL = URL(fileURLWithPath: "/")
        var errors = FileHandle.nullDevice
        if let log {
            try Data().write(to: URL(fileURLWithPath: log))
            errors = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        }
        let output = Pipe()
        // A Process outlives its last use.
        defer { for file in [errors, output.fileHandleForReading] { try? file.close() } }
        shell.standardError = errors
        shell.standardInput = lifeline
        shell.standardOutput = output
        try shell.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([10]) {
            line += byte
        }
        guard let id = pid_t(String(decoding: line, as: UTF8.self)) else {
            throw Command.Failure(command: command, output: "not started")
        }
        self.id = id
    }

    /// Whether the program has ended. The shell collects its status only after the end of the pipe.
    private var hasEnded: Bool {
        let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        return kill(id, 0) != 0 || status?.contains(") Z ") == true
    }

    /// Repeats a probe until it succeeds. Throws the program's log when it does not, or when the program has ended.
    func wait(until probe: () throws -> Void) throws {
        let end = ContinuousClock.now + .ample
        while true {
            do { return try probe() } catch {
                if ContinuousClock.now > end || hasEnded {
                    let errors = log.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
                    throw Command.Failure(command: command, output: "\(error)\n\(errors)")
                }
                usleep(10_000)
            }
        }
    }

    func signal(_ signal: Int32) { kill(id, signal) }

    /// Ends the program, and waits for its end.
    func end() {
        try? lifeline.fileHandleForWriting.close()
        shell.waitUntilExit()
    }

    deinit { end() }
}
