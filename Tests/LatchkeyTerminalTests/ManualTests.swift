import ArgumentParser
import Foundation
import Testing

@testable import LatchkeyTerminal

/// The manual page documents every command, option and exit status.
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

    private static func name(_ command: any ParsableCommand.Type) -> String {
        let isOfNotes = NoteCommand.configuration.subcommands.contains { $0 == command }
        return (isOfNotes ? "note " : "") + (command._commandName == "open" ? ".Op Cm open" : command._commandName)
    }

    @Test func everyOptionIsInTheManual() throws {
        let commands = Latchkey.configuration.subcommands + NoteCommand.configuration.subcommands
        let synopsis = try #require(manual.firstRange(of: ".Sh DESCRIPTION")).lowerBound
        for command in commands where command != NoteCommand.self {
            let options = Set(command.helpMessage().matches(of: /--([a-z-]+)/).map { String($0.1) })
            #expect(options.isSuperset(of: ["server", "help"]))
            let name = (command._commandName == "open" ? "" : ".Cm ") + Self.name(command)
            for option in options {
                #expect(
                    manual.contains(".It Fl -\(option)") || manual.contains("Fl -\(option)\n"), "\(option)")
                guard !["help", "version"].contains(option) else { continue }
                let use = try #require(
                    manual[..<synopsis].components(separatedBy: ".Nm\n").first { $0.contains(name + "\n") })
                #expect(use.contains(".Op Fl -\(option)"), "\(name) --\(option)")
            }
        }
    }

    @Test func everyExitStatusIsInTheManualAndTheHelp() {
        let help = Latchkey.helpMessage()
        for status in LatchkeyTerminal.ExitStatus.allCases {
            #expect(manual.contains("\n.It \(status.rawValue)\n\(status.meaning)\n"), "\(status)")
            #expect(help.contains("  \(status.rawValue)  \(status.meaning)"), "\(status)")
        }
    }
}
