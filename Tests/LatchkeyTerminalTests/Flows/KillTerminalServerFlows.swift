import ChildProcess
import Foundation
import Testing

/// `kill -9` on each screen. No note is lost, no plain text remains after the next start, and `reset` restores the
/// terminal.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs) struct KillTerminalServerFlows {
    private static let word = "tarragon"

    private let flow: TerminalFlow
    private var terminal: TmuxTerminal { flow.terminal }

    init() throws { flow = try TerminalFlow(["WORDS": "\(Self.word) soup"]) }

    private func killAndStart(until text: String) async throws {
        try await flow.killAndStart(until: text, leaving: Self.word)
    }

    private func unlock() async throws { try await flow.unlock(until: "▸ \(Self.word)") }

    @Test("C8 kill during sign-in or first passcode setup is recoverable")
    func killDuringSignInOrFirstPasscodeSetupIsRecoverable() async throws {
        let first = "We’ll send you a code"
        try await flow.begin(until: first)
        try terminal.type("ada")
        try await terminal.waits(for: "address: ada")
        try await killAndStart(until: first)
        try terminal.type(TerminalFlow.email)
        try terminal.press("Enter")
        try await terminal.waits(for: "Enter the code sent")
        try await killAndStart(until: first)
        _ = try await flow.server.takeCode(to: TerminalFlow.email, from: .signIn)
        try await flow.signIn(until: "Set up a passcode?")
        try await killAndStart(until: first)
        try await flow.signIn(until: "Set up a passcode?")
        try terminal.press("Enter")
        try await flow.enter(TerminalFlow.passcode, for: "Choose a new", until: "Enter the new passcode again")
        try terminal.type("40")
        try await terminal.waits(for: "● ● ○")
        try await killAndStart(until: first)
        try await flow.signIn(until: "Set up a passcode?")
        try terminal.press("Enter")
        try await flow.choose(TerminalFlow.passcode)
        try await terminal.waits(for: "No notes yet")
    }

    @Test("C1 app killed on any screen starts locked")
    func appKilledOnAnyScreenStartsLocked() async throws {
        try await flow.begin()
        try await flow.write(Self.word)
        let locked = "Latchkey is locked"
        try await killAndStart(until: locked)
        try terminal.type("407")
        try await terminal.waits(for: "● ● ● ○")
        try await killAndStart(until: locked)
        try await unlock()
        try terminal.press("Enter")
        try await terminal.waits(for: "Esc Back")
        try await killAndStart(until: locked)
        try await unlock()
        try terminal.press("d")
        try await terminal.waits(for: "Delete this note?")
        try await killAndStart(until: locked)
        try await unlock()
        try await flow.chooseSetting(7, named: "○ 1 hour")
        try await terminal.waits(for: "Enter your current passcode")
        try await killAndStart(until: locked)
        try await unlock()
        try await flow.chooseSetting(0, named: "Change passcode")
        let question = "Enter your current passcode"
        try await flow.enter(TerminalFlow.passcode, for: question, until: "Choose a new 6-digit passcode")
        try await killAndStart(until: locked)
        try terminal.press("f")
        try await terminal.waits(for: "code to reset")
        try terminal.type(TerminalFlow.email)
        try terminal.press("Enter")
        try await flow.enterCode(from: .reset, until: "Choose a new 6-digit passcode")
        try await flow.enter(TerminalFlow.other, for: "Choose a new", until: "Enter the new passcode again")
        try await killAndStart(until: locked)
        try await unlock()
    }

    @Test func savedTextIsRecoveredAfterAKillDuringEditing() async throws {
        try await flow.begin()
        try await flow.openEditor("a")
        try await flow.typeInEditor(Self.word)
        try await killWithEditor()
        try await unlock()
        try await terminal.waits(for: "Your unsaved text was recovered.")
        try await flow.openEditor("e")
        try await flow.typeInEditor("=\(Self.word), again")
        try await killWithEditor()
        try await flow.unlock(until: "Your unsaved text was recovered.")
        // The note may have changed elsewhere, so both versions are kept.
        let lines = try terminal.screen().split(separator: "\n").filter { $0.contains(Self.word) }
        #expect(lines.count == 2)
        #expect(lines.filter { $0.contains("again") }.count == 1)
    }

    private func killWithEditor() async throws {
        #expect(try flow.home.files(with: Self.word).count == 2, "the file, and the editor's own copy")
        // The app first, so that it does not notice its editor's end.
        for name in ["pid", "editor-pid"] { Foundation.kill(try flow.home.process(name), SIGKILL) }
        #expect(try await flow.ended() == 128 + SIGKILL)
        try await flow.startAfterKill(until: "Latchkey is locked", leaving: Self.word)
    }

    @Test func editorOutlivingTheAppKeepsItsTextUntilExit() async throws {
        try await flow.begin(with: "EDITOR=\"sh $SCRIPTS/window-editor\" app")
        try await flow.openEditor("a")
        #expect(try await flow.kill(SIGKILL) == 128 + SIGKILL)
        try await terminal.run("reset")
        try await flow.start(until: "Latchkey is locked")
        #expect(try flow.home.files(with: Self.word).count == 1, "the editor is at work on it")
        try await flow.unlock(until: "No notes yet")
        try await flow.quit()
        let editor = try flow.home.process("editor-pid")
        try await terminal.run("touch \"$HOME/close\"")
        try await terminal.waits(until: "the editor has ended") { _ in Foundation.kill(editor, 0) != 0 }
        try await flow.start(until: "Latchkey is locked")
        #expect(try flow.home.files(with: Self.word) == [])
        try await flow.unlock(until: "soup, and more")
    }
}
