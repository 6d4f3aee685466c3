import ArgumentParser
import LatchkeyServer

struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health", abstract: "Ask the running server whether it is ready; status 1 if not.",
        discussion: "With the server's own settings, of which the host and the port count.")

    @OptionGroup var flags: SettingFlags

    func run() async throws {
        guard try await ServerProcess(environment: flags.environment).isHealthy() else { throw ExitCode.failure }
    }
}
