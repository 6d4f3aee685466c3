import ArgumentParser
import LatchkeyServer

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Migrate the database; serve does so too.")

    @OptionGroup var flags: SettingFlags

    func run() async throws {
        try await ServerProcess(environment: flags.environment).migrate()
    }
}
