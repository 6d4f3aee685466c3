import ArgumentParser
import LatchkeyServer

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the database to a new file, while servers work.",
        discussion: "The secret keys are not in it; keep them, and keep them elsewhere.")

    @Argument var file: String
    @OptionGroup var flags: SettingFlags

    func run() async throws {
        try await ServerProcess(environment: flags.environment).backUp(to: file)
    }
}
