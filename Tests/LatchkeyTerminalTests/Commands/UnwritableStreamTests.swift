import ChildProcess
import Foundation
import Testing

/// The program with standard output or standard error that cannot be written.
@Suite struct UnwritableStreamTests {
    /// Redirections: a full disk, a closed stream, a pipe without a reader.
    private static let streams = [">/dev/full", ">&-", ">&4"]

    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    private func run(_ arguments: [String], _ redirections: String) throws -> (ChildProcess.Change, String) {
        let errors = home.url.appending(path: "errors")
        let pipe = "mkfifo \"$HOME/pipe\" && exec 3<>\"$HOME/pipe\" 4>\"$HOME/pipe\" 3<&-"
        let child = try ChildProcess(
            URL(filePath: "/bin/sh"),
            ["-c", "\(pipe); exec \"$@\" \(redirections)", "sh", ChildProcess.built("latchkey").path] + arguments,
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": home.url.path, "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": home.url.path,
            ], errors: errors)
        return (try child.waitForChange(), try String(contentsOf: errors, encoding: .utf8))
    }

    @Test(arguments: streams) func unwritableResultExitsWithAnError(_ stream: String) throws {
        let (change, errors) = try run(["doctor"], stream)
        #expect(change == .exited(1))
        #expect(errors.hasPrefix("latchkey: The output cannot be written. "), "\(errors)")
    }

    @Test(arguments: streams) func anUnwritableErrorKeepsItsExitStatus(_ stream: String) throws {
        #expect(try run(["--server", "nowhere", "status"], "\(stream) 2\(stream)").0 == .exited(64))
    }
}
