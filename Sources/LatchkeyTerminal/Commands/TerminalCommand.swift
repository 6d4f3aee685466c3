internal import ArgumentParser
internal import Foundation
internal import LatchkeyProgram
internal import TerminalKit

/// A command whose failure ends the process with an ``ExitStatus`` and one line on standard error.
protocol TerminalCommand: AsyncParsableCommand {
    /// Performs the command's work.
    func perform() async throws
}

extension TerminalCommand {
    func run() async throws {
        do { try await perform() } catch let code as ExitCode {
            throw code
        } catch {
            let failure = CommandFailure(error, texts: .preferred(in: ProcessInfo.processInfo.environment))
            StandardStream.report("latchkey: \(CleanText.lines(failure.text))")
            throw ExitCode(failure.status.rawValue)
        }
    }
}

/// The options of every command.
struct GlobalOptions: ParsableArguments {
    @Option(help: "URL of the server. The default is LATCHKEY_SERVER, or the last server.")
    var server: String?
}
