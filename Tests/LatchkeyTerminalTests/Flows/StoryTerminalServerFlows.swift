import ChildProcess
import Foundation
import LatchkeyAPI
import Testing

/// The app's user story, from the first start to a forgotten passcode.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs) struct StoryTerminalServerFlows {
    private let flow: TerminalFlow
    private var terminal: TmuxTerminal { flow.terminal }

    init() throws { flow = try TerminalFlow() }

    @Test func weakPasscodeIsRejectedWithAReasonDuringSetup() async throws {
        try await flow.start(until: "Sign in")
        try terminal.type("nobody")
        try terminal.press("Enter")
        try await terminal.waits(for: "Enter an email address, such as")
        try terminal.press("C-u")
        try await flow.signIn(until: "Set up a passcode?")
        try terminal.press("Enter")
        let question = "Choose a new 6-digit passcode"
        try await flow.enter("123456", for: question, until: "most common passcodes.")
        try await flow.enter(TerminalFlow.passcode, for: question, until: "Enter the new passcode again")
        try await flow.enter(TerminalFlow.other, for: "again", until: "The passcodes do not match.")
        try await flow.choose(TerminalFlow.passcode)
        try await terminal.waits(for: "No notes yet")
        let screen = try terminal.screen()
        #expect(screen.contains("Latchkey · \(TerminalFlow.email)"))
        #expect(!screen.contains(TerminalFlow.passcode))
        try await flow.quit()
        #expect(try await flow.status()["state"] as? String == "locked")
    }

    @Test func postponedPasscodeCanBeSetUpLaterInSettings() async throws {
        try await flow.start(until: "Sign in")
        try await flow.signIn(until: "Set up a passcode?")
        try terminal.press("l")
        try await terminal.waits(for: "No notes yet")
        try await flow.write("without a lock")
        try terminal.press("s")
        try await terminal.waits(for: "▸ Set up a passcode")
        try await flow.goBack()
        try await flow.quit()
        #expect(try await flow.status()["state"] as? String == "unprotected")
        try await flow.start(until: "Sign in")
        try await flow.signIn(until: "without a lock")
        try terminal.press("s")
        try await terminal.waits(for: "▸ Set up a passcode")
        try terminal.press("Enter")
        try await flow.choose(TerminalFlow.passcode)
        try await terminal.waits(for: "The passcode is set")
        try terminal.press("Enter")
        try await terminal.waits(for: "▸ Change passcode")
        try await flow.goBack()
        try await flow.quit()
        #expect(try await flow.status()["state"] as? String == "locked")
    }

    @Test func serverPolicyChangeRequiresAPasscodeAndHidesForbiddenSettings() async throws {
        try await flow.start(until: "Sign in")
        try await flow.signIn(until: "Set up a passcode?")
        try terminal.press("l")
        try await terminal.waits(for: "No notes yet")
        try await flow.write("kept")
        try await flow.quit()
        try flow.server.stop()
        try flow.server.start(["LATCHKEY_PASSCODE": "required", "LATCHKEY_LONGEST_TIMEOUT": "15"])
        try await flow.start(until: "Sign in")
        try await flow.signIn(until: "Your team requires a passcode.")
        #expect(try !terminal.screen().contains("later"))
        try terminal.press("Enter")
        try await flow.choose(TerminalFlow.passcode)
        try await terminal.waits(for: "kept")
        try terminal.press("s")
        try await terminal.waits(for: "Your team requires a passcode.")
        let settings = try terminal.screen()
        #expect(!settings.contains("Turn passcode off") && !settings.contains("30 minutes"))
        #expect(settings.contains("allows at most 15 minutes"))
        try await flow.goBack()
        try await flow.quit()
        #expect(try await flow.status()["state"] as? String == "locked")
    }

    @Test("C8 expired session requires sign-in and loses no note")
    func expiredSessionRequiresSignInAndLosesNoNote() async throws {
        try await flow.begin()
        try await flow.write("kept")
        try await flow.quit()
        let days = ["LATCHKEY_SESSION_DAYS": "7"]
        try flow.server.stop()
        try flow.server.advanceClock(by: 7 * 86_400 - 3600)
        try flow.server.start(days)
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "kept")
        try await flow.quit()
        try flow.server.advanceClock(by: 3600)
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "Your session has ended.")
        #expect(try !terminal.screen().contains("kept"))
        try await flow.signIn(until: "Latchkey is locked")
        try await flow.unlock(until: "kept")
    }

    @Test("C1 notes are created, read, edited and deleted across locks")
    func notesAreCreatedReadEditedAndDeletedAcrossLocks() async throws {
        try await flow.begin()
        try await flow.write("first thought")
        try await flow.write("second thought")
        try terminal.press("Enter")
        try await terminal.waits { $0.contains("Esc Back") && !$0.contains("first thought") }
        try await flow.openEditor("e")
        try await terminal.waits(for: "The editor has: second thought")
        try await flow.typeInEditor("=second thought, better")
        try await flow.leaveEditor(until: "▸ second thought, better")
        try terminal.press("d")
        try await terminal.waits(for: "Delete this note?")
        try terminal.press("n")
        try await terminal.waits(for: "l Lock")
        try terminal.press("Down")
        try await terminal.waits(for: "▸ first thought")
        try terminal.press("d")
        try await terminal.waits(for: "Delete this note?")
        try terminal.press("y")
        try await terminal.waits { $0.contains("▸ second thought, better") && !$0.contains("first") }
        try await flow.openEditor("a")
        try await flow.leaveEditor(until: "second thought, better")
        #expect(try !terminal.screen().contains("(empty)"), "nothing written is no note")
        try await flow.lock()
        #expect(try !terminal.screen().contains("thought"))
        try await flow.unlock(TerminalFlow.other, until: "Wrong passcode. 9 attempts left.")
        try await flow.unlock(until: "second thought, better")
        try await flow.quit()
        #expect(try flow.home.files(with: "thought") == [])
        try await flow.start(until: "Latchkey is locked")
        #expect(try !terminal.screen().contains("thought"))
        try await flow.unlock(until: "second thought, better")
    }

    @Test func extendingTheTimeoutRequiresThePasscodeAndUpdatesTheServer() async throws {
        try await flow.begin()
        let device = try await flow.otherDevice()
        try await flow.chooseSetting(7, named: "○ 1 hour")
        try await flow.enter(TerminalFlow.other, for: "Enter your current passcode", until: "Wrong passcode.")
        #expect(try await device.user().passcodeTimeoutMinutes < 60)
        try await flow.enter(TerminalFlow.passcode, for: "Enter your current passcode", until: "▸ ● 1 hour")
        #expect(try await device.user().passcodeTimeoutMinutes == 60)
        for _ in 1...4 { try terminal.press("Up") }
        try await terminal.waits(for: "▸ ○ 1 minute")
        try terminal.press("Enter")
        try await terminal.waits(for: "▸ ● 1 minute")
        #expect(try await device.user().passcodeTimeoutMinutes == 1)
    }

    @Test("C8 resetting a forgotten passcode by email loses no note")
    func resettingAForgottenPasscodeByEmailLosesNoNote() async throws {
        try await flow.begin()
        try await flow.write("to be kept")
        try await flow.quit()
        try await flow.start(until: "Latchkey is locked")
        try terminal.press("f")
        try await terminal.waits(for: "code to reset")
        try terminal.type(TerminalFlow.email)
        try terminal.press("Enter")
        try await flow.enterCode(from: .reset, until: "Choose a new 6-digit passcode")
        try await flow.choose(TerminalFlow.other)
        try await terminal.waits { $0.contains("Your new passcode is set.") && $0.contains("to be kept") }
        try terminal.press("Down")
        try await terminal.waits { !$0.contains("Your new passcode is set.") }
        try await flow.quit()
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(TerminalFlow.other, until: "to be kept")
    }
}
