import ArgumentParser
import LatchkeyProgram
import LatchkeyServer

struct RewrapKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrap-keys", abstract: "Encrypt all records with the first secret key.",
        discussion: "Servers may keep running. If interrupted, run it again.")

    @OptionGroup var flags: SettingFlags

    func run() async throws {
        let result = try await ServerProcess(environment: flags.environment).rewrapKeys()
        for line in result.lines { try StandardStream.output.write(line) }
        if !result.isComplete { throw ExitCode.failure }
    }
}
