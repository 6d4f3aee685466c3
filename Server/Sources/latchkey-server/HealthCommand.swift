import ArgumentParser
import LatchkeyServer

struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health", abstract: "Check that the running server is ready; exit status 1 if not.",
        discussion: "Uses host and port of the server's settings.")

    @OptionGroup var flags: SettingFlags

    func run() async throws {
        guard try await ServerProcess(environment: flags.environment).isHealthy() else { throw ExitCode.failure }
    }
}
