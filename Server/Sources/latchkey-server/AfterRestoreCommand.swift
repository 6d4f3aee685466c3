import ArgumentParser
import LatchkeyProgram
import LatchkeyServer

struct AfterRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "after-restore", abstract: "Recover after a PostgreSQL restore, or a failover that lost commits.",
        discussion: "Ends sessions and emailed links, as restore does for SQLite. Servers may keep running.")

    @Flag(help: "Require a reset of each passcode by email, after a break-in.") var requireReset = false
    @OptionGroup var flags: SettingFlags

    func run() async throws {
        let process = try ServerProcess(environment: flags.environment)
        for line in try await process.afterRestore(requiresReset: requireReset) {
            try StandardStream.output.write(line)
        }
    }
}
