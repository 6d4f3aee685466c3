import ArgumentParser
import CProcess
import Foundation
import LatchkeyAPI
import LatchkeyProgram
import LatchkeyServer
import Logging

@main
struct LatchkeyServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey-server",
        abstract: "The passcode server of Latchkey.",
        discussion: "Settings come from the environment (LATCHKEY_PORT) or from flags (--port).",
        version: LatchkeyVersion.text(commit: cprocess_commit()),
        subcommands: [
            ServeCommand.self, DoctorCommand.self, HealthCommand.self, MigrateCommand.self, UsersCommand.self,
            RewrapKeysCommand.self, ImportPasscodesCommand.self, BackupCommand.self, RestoreCommand.self,
            AfterRestoreCommand.self, MoveDatabaseCommand.self,
        ])

    static func main() async {
        // New files are accessible only to their owner.
        umask(0o077)
        StandardStream.prepare()
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as SettingError {
            StandardStream.report("latchkey-server: \(error)")
            Foundation.exit(2)
        } catch let error
            where error is ResourcesError || error is BackupError || error is DatabaseMoveError
            || error is StandardStreamError || error is AccountChangeError
        {
            StandardStream.report("latchkey-server: \(error)")
            Foundation.exit(1)
        } catch let problem as Problem {
            // The email address is malformed.
            exit(withError: ValidationError(problem.detail))
        } catch {
            exit(withError: error)
        }
    }
}
