import ArgumentParser
import LatchkeyProgram
import LatchkeyServer

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the place of a database that is gone.",
        discussion: "Stop all servers first. Sessions and mailed links of the backup are ended.")

    @Argument var file: String
    @Flag(help: "Have each passcode reset by mail: for a backup from before a break-in.") var requireReset = false
    @OptionGroup var flags: SettingFlags

    func run() async throws {
        let process = try ServerProcess(environment: flags.environment)
        for line in try await process.restore(from: file, requiresReset: requireReset) {
            try StandardStream.output.write(line)
        }
    }
}
