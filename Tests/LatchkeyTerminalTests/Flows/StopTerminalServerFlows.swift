import ChildProcess
import Foundation
import Testing

/// Ctrl-Z and `fg`.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs) struct StopTerminalServerFlows {
    private static let stopped = Int(128 + SIGTSTP)

    private let flow: TerminalFlow
    private var terminal: TmuxTerminal { flow.terminal }

    init() throws { flow = try TerminalFlow() }

    /// Stops the foreground program with Ctrl-Z.
    private func stop() async throws {
        try terminal.press("C-z")
        #expect(try await flow.ended() == Self.stopped)
        #expect(try !terminal.isAlternate())
        #expect(try await flow.settings() == flow.former)
    }

    @Test("C7 C12 app resumed after the timeout is locked without showing notes")
    func appResumedAfterTheTimeoutIsLockedWithoutShowingNotes() async throws {
        try await flow.begin()
        try await flow.write("rosemary")
        try await stop()
        try await flow.start("fg", until: "rosemary")
        try await flow.chooseSetting(2, named: "○ Immediately")
        try await terminal.waits(for: "▸ ● Immediately")
        try await flow.goBack()
        try await stop()
        let file = flow.home.url.appending(path: "seen")
        try terminal.record(to: file)
        // The grace period of "Immediately" requires real time.
        try await flow.start("sleep 5; fg", until: "Latchkey is locked")
        let seen = try String(contentsOf: file, encoding: .utf8)
        #expect(seen.contains("Latchkey is locked") && !seen.contains("rosemary"), "not even for a moment")
        try await flow.unlock(until: "rosemary")
        try await flow.quit()
    }

    @Test("C12 no note stays on a terminal without an alternate screen")
    func noNoteStaysOnATerminalWithoutAnAlternateScreen() async throws {
        try terminal.removeAlternateScreen()
        try await flow.begin()
        try await flow.write("rosemary")
        try terminal.press("Enter")
        try await terminal.waits(for: "↑↓ Scroll")
        try await stop()
        #expect(try !terminal.screenAndHistory().contains("rosemary"))
        try await flow.start("fg", until: "rosemary")
        try await flow.goBack()
        try await flow.quit()
        #expect(try !terminal.screenAndHistory().contains("rosemary"))
    }

    @Test("C12 suspended passcode prompt restores the terminal and hides digits")
    func suspendedPasscodePromptRestoresTheTerminalAndHidesDigits() async throws {
        try await flow.begin()
        try await flow.quit()
        let question = "Enter your passcode:"
        let first = try terminal.begin("app note list")
        try await terminal.waits(for: question)
        try terminal.type("40")
        try await terminal.waits(for: "\(question) ••")
        try terminal.press("C-z")
        #expect(try await terminal.status(of: first) == Self.stopped)
        #expect(try await flow.settings() == flow.former)
        try await terminal.run("clear")
        let second = try terminal.begin("fg")
        try await terminal.waits(for: "\(question) ••")
        try terminal.type("7318")
        try await terminal.waits(for: "\(question) ••••••")
        try terminal.press("Enter")
        #expect(try await terminal.status(of: second) == 0)
        #expect(try !terminal.screen().contains("7318"))
        #expect(try await flow.settings() == flow.former)
    }

    @Test("C8 sign-out by another process requires sign-in and stops writes")
    func signOutByAnotherProcessStopsWrites() async throws {
        try await flow.begin()
        try await flow.write("rosemary")
        try await stop()
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "rosemary")
        try await flow.chooseSetting(10, named: "Sign out")
        try await terminal.waits(for: "erases")
        try terminal.press("y")
        try await terminal.waits(for: "We’ll send you a code")
        try terminal.press("C-c")
        #expect(try await flow.ended() == 0)
        try await flow.start("fg", until: "rosemary")
        try terminal.press("a")
        try await terminal.waits(for: "We’ll send you a code")
        #expect(try !terminal.screen().contains("rosemary"))
        #expect(try flow.home.edits() == [])
    }

    @Test("C1 text written during locking becomes a note after unlocking")
    func textWrittenDuringLockingBecomesANoteAfterUnlocking() async throws {
        try await flow.begin()
        try await flow.chooseSetting(2, named: "○ Immediately")
        try await terminal.waits(for: "▸ ● Immediately")
        try await flow.goBack()
        try await flow.openEditor("a")
        try await flow.typeInEditor("rosemary")
        try terminal.press("C-z")
        #expect(try await flow.ended() == Self.stopped)
        let command = try terminal.begin("sleep 5; fg")
        try await flow.typeInEditor("and thyme")
        try terminal.type(".")
        try terminal.press("Enter")
        try await terminal.waits(for: "Latchkey is locked")
        #expect(try flow.home.files(with: "rosemary") == [])
        try await flow.unlock(until: "rosemary")
        try terminal.press("Enter")
        try await terminal.waits(for: "and thyme")
        try await flow.goBack()
        try terminal.press("q")
        #expect(try await terminal.status(of: command) == 0)
    }
}
