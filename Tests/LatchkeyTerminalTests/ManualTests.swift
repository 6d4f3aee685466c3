import ArgumentParser
import Foundation
import Testing

@testable import LatchkeyTerminal

/// The manual page names every command, option and exit status that there is.
@Suite struct ManualTests {
    private let manual: String

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/latchkey.1")
        manual = try String(contentsOf: file, encoding: .utf8)
    }

    @Test func everyCommandIsInTheManual() {
        for command in Latchkey.configuration.subcommands where command != NoteCommand.self {
            #expect(manual.contains("\n.It Cm \(command._commandName)\n"), "\(command._commandName)")
        }
        for command in NoteCommand.configuration.subcommands {
            #expect(manual.contains("\n.It Cm note \(command._commandName)"), "\(command._commandName)")
        }
    }

    @Test func everyOptionIsInTheManual() throws {
        let help = [
            OpenCommand.self, StatusCommand.self, DoctorCommand.self, NoteCommand.List.self, NoteCommand.Show.self,
        ]
        .map { (command: any ParsableCommand.Type) in command.helpMessage() }.joined()
        let options = Set(help.matches(of: /--([a-z-]+)/).map { String($0.1) })
        #expect(options.isSuperset(of: ["server", "json", "no-color", "help"]))
        for option in options {
            #expect(manual.contains(".It Fl -\(option)") || manual.contains("Fl -\(option)\n"), "\(option)")
        }
    }

    @Test func everyExitStatusIsInTheManual() {
        for status in LatchkeyTerminal.ExitStatus.allCases {
            #expect(manual.contains("\n.It \(status.rawValue)\n"), "\(status)")
        }
    }
}
