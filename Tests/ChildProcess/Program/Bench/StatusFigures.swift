import Foundation

/// The delay that a shell prompt with the lock state adds.
struct StatusFigures {
    let program: URL
    /// A home for settings and data, so that those of the user are not used.
    let home: URL
    private let clock = ContinuousClock()

    init(program: URL, home: URL) { (self.program, self.home) = (program, home) }

    /// Measures from the start of the process to its end, including the overhead of `Process`.
    func measure() throws -> [Figure] {
        let (first, _) = try run()
        guard (try? JSONSerialization.jsonObject(with: first)) is [String: Any] else {
            Child.say("  NOT MEASURED: latchkey status --json gives no JSON; the command is not there yet")
            return []
        }
        let times = try (0..<21).map { _ in try run().time }
        return [Figure("latchkey status, start to end", times.median, milliseconds: 50)]
    }

    private func run() throws -> (output: Data, time: Duration) {
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = ["status", "--json"]
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": home.appendingPathComponent("config").path,
            "XDG_DATA_HOME": home.appendingPathComponent("data").path,
            "XDG_RUNTIME_DIR": home.path, "LATCHKEY_STORAGE": "file",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        var bytes = Data()
        let time = try clock.measure {
            try process.run()
            bytes = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
        }
        return (bytes, time)
    }
}
