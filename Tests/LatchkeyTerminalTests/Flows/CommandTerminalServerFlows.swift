import ChildProcess
import Foundation
import Testing

@testable import LatchkeyTerminal

/// Commands for scripts. The passcode is typed in the terminal, regardless of redirections.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs) struct CommandTerminalServerFlows {
    private typealias Status = LatchkeyTerminal.ExitStatus

    private let flow: TerminalFlow
    private var terminal: TmuxTerminal { flow.terminal }

    init() throws { flow = try TerminalFlow() }

    /// Returns a command's redirected output.
    private func output(_ name: String = "out") throws -> String {
        try String(contentsOf: flow.home.url.appending(path: "home/\(name)"), encoding: .utf8)
    }

    /// Runs the command, types a passcode at each prompt, and returns the exit status.
    private func run(_ line: String, _ passcodes: String...) async throws -> Status? {
        try await terminal.run("cd \"$HOME\"; clear")
        let command = try terminal.begin("\(line) >out 2>errors")
        for (index, passcode) in passcodes.enumerated() {
            try await terminal.waits(until: "prompt for passcode \(index + 1)") { screen in
                screen.contains(command.word)
                    || screen.components(separatedBy: "Enter your passcode:").count == index + 2
            }
            guard try !terminal.screen().contains(command.word) else { break }
            try terminal.type(passcode)
            try await terminal.waits(for: "Enter your passcode: ••••••")
            #expect(try !terminal.screen().contains(passcode))
            try terminal.press("Enter")
        }
        let status = try await terminal.status(of: command)
        return Status(rawValue: Int32(status))
    }

    private func errors() throws -> String { try output("errors") }

    private func identifier(_ json: String) throws -> String {
        let list = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: String]]
        return try #require(list?.first?["id"])
    }

    @Test("C9 note commands work with the passcode from the terminal")
    func noteCommandsWorkWithThePasscodeFromTheTerminal() async throws {
        try await flow.begin()
        try await flow.quit()
        let right = TerminalFlow.passcode
        try Data("borage\nsecond line\n".utf8).write(to: flow.home.url.appending(path: "home/in"))
        #expect(try await run("app note add <in", right) == .done)
        let id = try output().trimmingCharacters(in: .newlines)
        #expect(UUID(uuidString: id) != nil)
        #expect(try await run("app note list --json", right) == .done)
        #expect(try identifier(output()) == id)
        #expect(try await run("app note list </dev/null", right) == .done)
        #expect(try output().hasPrefix("\(id.prefix(8))  "))
        #expect(try output().hasSuffix("  borage\n"))
        #expect(try await run("app note show \(id.prefix(4).uppercased())", right) == .done)
        #expect(try output() == "borage\nsecond line\n")
        #expect(try await run("app note show \(id) --json | cat", right) == .done)
        #expect(try output().contains(#""text":"borage\nsecond line\n""#))
        #expect(try await run("EDITOR='sh -c \"echo changed >\\$0\"' app note edit \(id)", right) == .done)
        #expect(try await run("app note show \(id)", right) == .done)
        #expect(try output() == "changed\n")
        #expect(try await run("app note remove \(id)", right) == .done)
        #expect(try await run("app note show \(id)", right) == .noSuchNote)
        #expect(try errors() == "latchkey: No note has an ID that starts with \(id).\n")
        #expect(try await flow.status()["state"] as? String == "locked")
    }

    @Test("C3 each kind of failure has its own exit status")
    func eachKindOfFailureHasItsOwnExitStatus() async throws {
        #expect(try await run("app note list") == .signedOut)
        #expect(try errors().contains("Run latchkey to sign in."))
        try await flow.begin()
        try await flow.quit()
        let (right, wrong) = (TerminalFlow.passcode, TerminalFlow.other)
        #expect(try await run("app --server nowhere status") == .usage)
        #expect(try await run("app note list --passcode \(right)") == .usage)
        #expect(try await run("printf ' \\n' | app note add") == .failed)
        #expect(try await run("(app status >/dev/full)") == .failed, "a partial result is a failure")
        #expect(try errors().hasPrefix("latchkey: The output cannot be written. The disk is full."))
        #expect(try await run("printf 'caf\\351\\n' | app note add") == .failed)
        #expect(try errors().contains("is not UTF-8"))
        #expect(try await run("app note add </tmp") == .failed)
        #expect(try errors().hasPrefix("latchkey: The note was not saved"))
        #expect(try await run("EDITOR=false app note edit 0", right) == .noSuchNote)
        #expect(try await run("app note list", wrong, wrong, wrong) == .wrongPasscode)
        #expect(try errors().contains("Wrong passcode. 7 attempts left."))
        // The fourth failure in a row causes a delay of 5 s, and the fifth one of 10 s. Even a slow machine takes less
        // than both.
        #expect(try await run("app note list", wrong, wrong, wrong) == .wait)
        #expect(try errors().contains("Try again in"))
        try await terminal.run("clear")
        let command = try terminal.begin("app note list")
        try await terminal.waits(for: "Enter your passcode:")
        try terminal.press("C-c")
        #expect(try await terminal.status(of: command) == Int(Status.notPrompted.rawValue))
        for file in try FileManager.default.contentsOfDirectory(
            at: flow.home.data, includingPropertiesForKeys: nil)
        {
            // Damages the write-ahead log too, which would otherwise repair the file.
            try await terminal.run("for file in '\(file.path)'/notes.sqlite*; do echo damaged >\"$file\"; done")
        }
        #expect(try await run("app note list") == .unreadable)
    }

    @Test(
        "C9 passcode is never read from pipes, arguments or variables",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid"), "there is no setsid"))
    func passcodeIsNeverReadFromPipesArgumentsOrVariables() async throws {
        try await flow.begin()
        try await flow.quit()
        let right = TerminalFlow.passcode
        let line = "echo \(right) | LATCHKEY_PASSCODE=\(right) setsid -w sh \"$SCRIPTS/app\" note list"
        #expect(try await run(line) == .notPrompted)
        #expect(try errors().contains("A terminal is required."))
        #expect(try await run("echo \(right) | setsid -w sh \"$SCRIPTS/app\"") == .notPrompted)
    }
}
