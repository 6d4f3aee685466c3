import ChildProcess
import Foundation
import Testing

/// Rendering in every window size and language, for any content of notes.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs) struct WindowTerminalServerFlows {
    /// A note with control sequences, and characters of other widths.
    private static let injector = """
        printf '\\033[2J\\033]2;owned\\007\\033[31m漢字 cafe\\314\\201\\r\\nsecond\\tline\\n' >"$1"
        """

    private let flow: TerminalFlow
    private var terminal: TmuxTerminal { flow.terminal }

    init() throws { flow = try TerminalFlow() }

    @Test func screenFollowsTheWindowSizeAndReportsInsufficientSpace() async throws {
        try await flow.begin()
        try await flow.write("dill")
        try terminal.resize(columns: 60, rows: 15)
        try await terminal.waits(until: "the list is 60×15") { screen in
            let lines = screen.components(separatedBy: "\n")
            return lines.count == 15 && lines[0].count == 59 && lines[0].hasSuffix("Notes")
                && lines[2].hasPrefix(" ▸ dill") && lines[2].count == 59 && lines[13].contains("⏎ Open")
        }
        try terminal.resize(columns: 30, rows: 8)
        try await terminal.waits(for: "The window is too small.")
        #expect(try !terminal.screen().contains("dill"))
        try terminal.resize(columns: 80, rows: 24)
        try await terminal.waits(until: "the list is 80×24") { screen in
            let lines = screen.components(separatedBy: "\n")
            return lines.count == 24 && lines[0].count == 79 && lines[2].hasPrefix(" ▸ dill") && lines[2].count == 79
        }
    }

    @Test(arguments: [("app", true), ("app --no-color", false), ("NO_COLOR=1 app", false), ("NO_COLOR= app", true)])
    func environmentVariableOrFlagDisablesColours(line: String, isColoured: Bool) async throws {
        try await flow.begin(until: "Sign in", with: line)
        try terminal.press("Enter")
        try await terminal.waits(for: "Enter an email address, such as")
        let colour = try Regex("\u{1B}\\[(?:[0-9]*;)*(?:[349]|10)[0-8](?:;[0-9]*)*m")
        #expect(try terminal.screen(styled: true).contains(colour) == isColoured)
        #expect(try terminal.screen(styled: true).contains("\u{1B}[1m"), "bold is no colour")
    }

    @Test(arguments: ["LANG=fr_FR.UTF-8 app", "LANGUAGE=fr:en app", "LC_ALL=fr_CA LANG=en_US.UTF-8 app"])
    func environmentSelectsTheFrenchInterface(line: String) async throws {
        try await flow.begin(until: "Se connecter", with: line)
        try terminal.press("Enter")
        try await terminal.waits(for: "Saisissez une adresse e-mail, comme")
        try terminal.resize(columns: 30, rows: 8)
        try await terminal.waits(for: "La fenêtre est trop petite.")
    }

    @Test("MASVS-CODE-4 note text cannot send commands to the terminal")
    func noteTextCannotSendCommandsToTheTerminal() async throws {
        try flow.home.script("editor", Self.injector)
        try await flow.begin()
        try terminal.press("a")
        let list = try await terminal.waits(for: "漢字")
        let lines = list.components(separatedBy: "\n")
        #expect(lines[0].contains("Latchkey · ada@example.org"))
        #expect(lines[2].hasPrefix(" ▸ \u{FFFD}[2J\u{FFFD}]2;owned\u{FFFD}\u{FFFD}[31m漢字 cafe\u{301}"))
        // Two characters of two cells each, so the line has two fewer.
        #expect(lines[2].count == 79 - 2)
        try terminal.press("Enter")
        try await terminal.waits { $0.contains("Esc Back") && $0.contains("second") }
        #expect(try terminal.title()?.contains("owned") == false)
    }

    @Test("NIST-3.1.1.2-22 pasted passcode is accepted entirely or not at all")
    func pastedPasscodeIsAcceptedEntirelyOrNotAtAll() async throws {
        try await flow.begin(until: "Sign in")
        try terminal.paste("ada@example.org\nsecond line")
        try await terminal.waits(for: "address: ada@example.org")
        #expect(try !terminal.screen().contains("second"))
        try terminal.press("Enter")
        try await flow.enterCode(from: .signIn, until: "Set up a passcode?")
        try terminal.press("Enter")
        try await terminal.waits(for: "Choose a new 6-digit passcode")
        try terminal.paste("40731")
        try terminal.type("4")
        try await terminal.waits(for: "● ○ ○ ○ ○ ○")
        try terminal.paste(TerminalFlow.passcode)
        try await terminal.waits(for: "Enter the new passcode again")
    }
}
