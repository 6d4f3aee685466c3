internal import ArgumentParser
internal import Foundation
internal import TerminalKit

extension AsyncParsableCommand {
    /// Performs the command's work. A failure ends the process with an ``ExitStatus`` and one line on standard error.
    static func perform(_ work: () async throws -> Void) async throws {
        do { try await work() } catch let code as ExitCode {
            throw code
        } catch {
            let failure = CommandFailure(error, texts: .preferred(in: ProcessInfo.processInfo.environment))
            FileHandle.standardError.write(Data("latchkey: \(CleanText.lines(failure.text))\n".utf8))
            throw ExitCode(failure.status.rawValue)
        }
    }
}
