import ArgumentParser
import LatchkeyProgram
import LatchkeyServer

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a backup where no database exists.",
        discussion: "Stop all servers first. Sessions and emailed links of the backup end.")

    @Argument var file: String
    @Flag(help: "Require a reset of each passcode by email, after a break-in.") var requireReset = false
    @OptionGroup var flags: SettingFlags

    func run() async throws {
        let process = try ServerProcess(environment: flags.environment)
        for line in try await process.restore(from: file, requiresReset: requireReset) {
            try StandardStream.output.write(line)
        }
    }
}
