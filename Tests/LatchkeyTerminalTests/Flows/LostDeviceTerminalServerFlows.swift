import ChildProcess
import Foundation
import Testing

/// A team that requires the server for unlocking.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs) struct LostDeviceTerminalServerFlows {
    private let flow: TerminalFlow
    private var terminal: TmuxTerminal { flow.terminal }

    init() throws { flow = try TerminalFlow(settings: ["LATCHKEY_UNLOCK": "server"]) }

    /// Returns the output of a command without a prompt.
    private func output(_ line: String) async throws -> String {
        try await terminal.run("\(line) >\"$HOME/out\"")
        return try String(contentsOf: flow.home.url.appending(path: "home/out"), encoding: .utf8)
    }

    /// Runs a command that prompts for the passcode this many times, and returns its output.
    private func output(_ line: String, prompts: Int) async throws -> String {
        try await terminal.run("clear")
        let command = try terminal.begin("\(line) >\"$HOME/out\"")
        for count in 1...prompts {
            try await terminal.waits(until: "prompt \(count)") {
                $0.components(separatedBy: "Enter your passcode:").count > count
            }
            try terminal.type(TerminalFlow.passcode)
            try terminal.press("Enter")
        }
        #expect(try await terminal.status(of: command) == 0)
        return try String(contentsOf: flow.home.url.appending(path: "home/out"), encoding: .utf8)
    }

    @Test("C15 terminal app opens only with the server until shut")
    func terminalAppOpensOnlyWithTheServerUntilShut() async throws {
        try await flow.begin()
        try await flow.write("to be kept")
        try await flow.quit()
        #expect(try await flow.status()["unlock"] as? String == "server")
        #expect(try await output("app doctor").contains("opens nothing without the server"))
        try flow.server.stop()
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "Unlocking requires a connection to the server.")
        #expect(try !terminal.screen().contains("to be kept"))
        try await flow.quit()
        try flow.server.start()
        let id = try await output("app devices", prompts: 1).prefix(8)
        #expect(try await output("app devices --shut \(id)", prompts: 2).contains("The device is shut"))
        #expect(try await output("app status").contains("opens nothing without the server"), "no attempt yet")
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "This device was shut.")
        #expect(try flow.home.files(with: "to be kept") == [])
        try terminal.press("C-c")
        try await flow.ended()
        #expect(try await output("app status").contains("This device was shut."))
        try await flow.start(until: "This device was shut.")
        try await flow.signIn(until: "Latchkey is locked")
        try await flow.unlock(until: "to be kept")
    }
}
