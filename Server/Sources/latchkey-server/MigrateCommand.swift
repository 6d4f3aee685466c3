import ArgumentParser
import LatchkeyServer

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the database up to date; serve does it too.")

    @OptionGroup var flags: SettingFlags

    func run() async throws {
        try await ServerProcess(environment: flags.environment).migrate()
    }
}
