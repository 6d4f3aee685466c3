import ArgumentParser
import LatchkeyProgram
import LatchkeyServer

struct MoveDatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move-database", abstract: "Move the SQLite database into an empty PostgreSQL database.",
        discussion: """
            Stop all servers first. The settings name the SQLite database; LATCHKEY_DATABASE_PASSWORD, _REPLICAS and \
            _POOLER are for PostgreSQL. Afterwards, no server starts with the SQLite database. If interrupted, run it \
            again.
            """)

    @Option(help: "postgres://USER@HOST1,HOST2/DATABASE, without the password.") var to: String
    @OptionGroup var flags: SettingFlags

    func run() async throws {
        for line in try await ServerProcess.moveDatabase(to: to, environment: flags.environment) {
            try StandardStream.output.write(line)
        }
    }
}
