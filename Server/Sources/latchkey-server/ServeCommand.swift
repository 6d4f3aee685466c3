import ArgumentParser
import LatchkeyServer

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Serve until SIGTERM.")

    @OptionGroup var flags: SettingFlags

    func run() async throws {
        try await ServerProcess(environment: flags.environment).serve()
    }
}
