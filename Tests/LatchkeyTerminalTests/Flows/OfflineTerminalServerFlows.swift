import ChildProcess
import Foundation
import Testing

/// An unreachable server, and changes on another device meanwhile.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs) struct OfflineTerminalServerFlows {
    private static let offline = "The server cannot be reached."

    private let flow: TerminalFlow
    private var terminal: TmuxTerminal { flow.terminal }

    init() throws { flow = try TerminalFlow() }

    @Test("C8 offline app edits notes but rejects server-side changes")
    func offlineAppEditsNotesButRejectsServerSideChanges() async throws {
        try await flow.begin()
        try await flow.write("first")
        try await flow.quit()
        try flow.server.stop()
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "first")
        try await flow.write("second")
        try await flow.chooseSetting(3, named: "○ 1 minute")
        try await terminal.waits(for: Self.offline)
        try terminal.press("Up", "Up", "Up")
        try await terminal.waits(for: "▸ Change passcode")
        try terminal.press("Enter")
        let question = "Enter your current passcode"
        try await flow.enter(TerminalFlow.passcode, for: question, until: "Choose a new 6-digit passcode")
        try await flow.choose(TerminalFlow.other)
        try await terminal.waits(for: Self.offline)
        try terminal.press("Escape")
        try await terminal.waits(for: "▸ Change passcode")
        try await flow.goBack()
        try await flow.quit()
        try flow.server.start()
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "second")
        try await flow.chooseSetting(0, named: "Change passcode")
        try await flow.enter(TerminalFlow.passcode, for: question, until: "Choose a new 6-digit passcode")
        try await flow.choose(TerminalFlow.other)
        try await terminal.waits(for: "The passcode is set")
        try terminal.press("Enter")
        try await terminal.waits(for: "▸ Change passcode")
        try await flow.goBack()
        try await flow.lock()
        try await flow.unlock(until: "Wrong passcode.")
        try await flow.unlock(TerminalFlow.other, until: "first")
    }

    @Test("C8 session ended elsewhere requires sign-in and loses no note")
    func sessionEndedElsewhereRequiresSignInAndLosesNoNote() async throws {
        try await flow.begin()
        try await flow.write("to be kept")
        var device = try await flow.otherDevice()
        try await device.verify(TerminalFlow.passcode)
        try await device.endOthers()
        try await flow.chooseSetting(3, named: "○ 1 minute")
        try await terminal.waits(for: "Your session has ended.")
        #expect(try !terminal.screen().contains("to be kept"))
        try await flow.signIn(until: "Latchkey is locked")
        try await flow.unlock(until: "to be kept")
    }

    @Test("C8 passcode changed elsewhere replaces the old one without losing notes")
    func passcodeChangedElsewhereReplacesTheOldOneWithoutLosingNotes() async throws {
        try await flow.begin()
        try await flow.write("to be kept")
        var device = try await flow.otherDevice()
        try await device.verify(TerminalFlow.passcode)
        try await device.change(from: TerminalFlow.passcode, to: TerminalFlow.other)
        try await flow.lock()
        try terminal.type(TerminalFlow.passcode)
        try await terminal.waits(for: "Your session has ended.")
        #expect(try !terminal.screen().contains("to be kept"))
        try await flow.signIn(until: "Latchkey is locked")
        try await flow.unlock(until: "Wrong passcode.")
        try await flow.unlock(TerminalFlow.other, until: "to be kept")
    }
}
