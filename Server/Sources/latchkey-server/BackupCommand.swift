import ArgumentParser
import LatchkeyServer

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the database to a new file, while servers run.",
        discussion: "The copy does not contain the secret keys. Back them up separately.")

    @Argument var file: String
    @OptionGroup var flags: SettingFlags

    func run() async throws {
        try await ServerProcess(environment: flags.environment).backUp(to: file)
    }
}
