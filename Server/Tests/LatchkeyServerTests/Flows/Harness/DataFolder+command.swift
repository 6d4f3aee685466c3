import Foundation

extension DataFolder {
    /// The output and exit status of a command.
    struct CommandResult: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs a command of `latchkey-server` on the directory.
    func run(
        _ arguments: [String], settings: [String: String] = [:], wrapper: [String] = []
    ) async throws -> CommandResult {
        let process = try ChildProcess(
            wrapper + [ServerExecutable.find().path] + arguments,
            environment: try self.settings.merging(settings) { $1 }, scratch: scratch)
        let exit = try? await process.exit()
        await process.kill9()
        return CommandResult(status: exit?.status ?? -1, output: process.output, errors: process.errors)
    }
}
