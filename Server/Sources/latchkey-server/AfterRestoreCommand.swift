import ArgumentParser
import LatchkeyProgram
import LatchkeyServer

struct AfterRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "after-restore", abstract: "Follow up a restored PostgreSQL, or a failover that lost commits.",
        discussion: "Sessions and mailed links are ended, as restore does with SQLite. Servers may run meanwhile.")

    @Flag(help: "Have each passcode reset by mail: for a backup from before a break-in.") var requireReset = false
    @OptionGroup var flags: SettingFlags

    func run() async throws {
        let process = try ServerProcess(environment: flags.environment)
        for line in try await process.afterRestore(requiresReset: requireReset) {
            try StandardStream.output.write(line)
        }
    }
}
