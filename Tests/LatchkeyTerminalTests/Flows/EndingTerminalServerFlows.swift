import ChildProcess
import Foundation
import Testing

/// Signals and exits. Each one locks the app and restores the terminal.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs) struct EndingTerminalServerFlows {
    private let flow: TerminalFlow
    private var terminal: TmuxTerminal { flow.terminal }

    init() throws { flow = try TerminalFlow() }

    private func expectOrder() async throws {
        #expect(try !terminal.isAlternate())
        #expect(try terminal.hasCursor())
        let settings = try await flow.settings()
        #expect(settings == flow.former)
        #expect(try await flow.status()["state"] as? String == "locked")
        let files = try flow.home.files(with: "marjoram")
        #expect(files == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: flow.home.url.path)
        #expect(names.filter { $0.hasPrefix("core") } == [])
    }

    @Test("C1 ending the app locks it and restores the terminal")
    func endingTheAppLocksItAndRestoresTheTerminal() async throws {
        try await flow.begin()
        try await flow.write("marjoram")
        #expect(try await flow.kill(SIGTERM) == 128 + SIGTERM)
        try await expectOrder()
        for signal in [SIGHUP, SIGINT, SIGSEGV] {
            // An interactive shell discards its command line when its program dies of SIGINT.
            try await flow.start("sh -c \"sh '$SCRIPTS/app'; exit \\$?\"", until: "Latchkey is locked")
            try await flow.unlock(until: "marjoram")
            #expect(try await flow.kill(signal) == Int(128 + signal))
            try await expectOrder()
        }
        try await flow.start(until: "Latchkey is locked")
        try terminal.type("40")
        try await terminal.waits(for: "● ● ○")
        try terminal.press("C-c")
        #expect(try await flow.ended() == 0)
        try await expectOrder()
    }

    @Test("C1 closing the terminal ends the app and keeps saved text")
    func closingTheTerminalEndsTheAppAndKeepsSavedText() async throws {
        try await flow.begin()
        try await flow.openEditor("a")
        try await flow.typeInEditor("marjoram")
        let app = try flow.home.process()
        try terminal.hangUp()
        try await terminal.waits(until: "the app has ended") { _ in kill(app, 0) != 0 }
        try await expectOrder()
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "Your unsaved text was recovered.")
        #expect(try terminal.screen().contains("marjoram"))
    }

    @Test func terminatingTheAppDuringEditingKeepsTheSavedText() async throws {
        try await flow.begin()
        try await flow.openEditor("a")
        try await flow.typeInEditor("marjoram")
        #expect(try await flow.kill(SIGTERM) == 128 + SIGTERM)
        try await expectOrder()
        #expect(try flow.home.edits() == [])
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "marjoram")
    }

    @Test("C1 terminated command leaves no trace except saved text")
    func terminatedCommandLeavesNoTraceExceptSavedText() async throws {
        try await flow.begin()
        try await flow.quit()
        for signal in [SIGTERM, SIGHUP] {
            let command = try terminal.begin("sh -c \"sh '$SCRIPTS/app' note list; exit \\$?\"")
            try await terminal.waits(for: "Enter your passcode:")
            try terminal.type("40")
            try await terminal.waits(for: "••")
            kill(try flow.home.process(), signal)
            #expect(try await terminal.status(of: command) == Int(128 + signal))
            try await expectOrder()
            try await terminal.run("clear")
        }
        let command = try terminal.begin("app note add")
        try await terminal.waits(for: "Enter your passcode:")
        try terminal.type(TerminalFlow.passcode)
        try terminal.press("Enter")
        try await terminal.waits(for: "The editor has:")
        try await flow.typeInEditor("marjoram")
        kill(try flow.home.process(), SIGTERM)
        let status = try await terminal.status(of: command)
        #expect(status == Int(128 + SIGTERM))
        try await expectOrder()
        #expect(try flow.home.edits() == [])
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "marjoram")
    }

    @Test("C1 typing during passcode verification reaches neither screen nor shell")
    func typingDuringPasscodeVerificationReachesNeitherScreenNorShell() async throws {
        try await flow.begin()
        try await flow.quit()
        let command = try terminal.begin("app note list")
        try await terminal.waits(for: "Enter your passcode:")
        let row = try terminal.cursorRow()
        try terminal.type("\(TerminalFlow.other)\r")
        try await terminal.waits(until: "the passcode is being verified") { _ in try terminal.cursorRow() > row }
        try terminal.type(TerminalFlow.passcode)
        try await terminal.waits(for: "Wrong passcode.")
        try terminal.press("C-c")
        try await terminal.status(of: command)
        #expect(try !terminal.screen().contains("40731"))
    }

    @Test func quittingRightAfterUnlockingKeepsTheSession() async throws {
        try await flow.begin()
        try await flow.quit()
        for _ in 1...3 {
            try await flow.start(until: "Latchkey is locked")
            try await flow.unlock(until: "No notes yet")
            try await flow.quit()
            // Longer than the grace period of a replaced token.
            try flow.server.advanceClock(by: 120)
        }
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "No notes yet")
        try await flow.chooseSetting(3, named: "○ 1 minute")
        try await terminal.waits(for: "▸ ● 1 minute")
    }
}
