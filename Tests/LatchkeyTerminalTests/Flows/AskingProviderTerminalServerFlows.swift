import ChildProcess
import Foundation
import Testing

@testable import LatchkeyTerminal

/// Sign-in with a device code, and a passcode reset with the team's provider. Provider, server and terminal are
/// separate processes.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs, .whereOtherProviderIs) struct AskingProviderTerminalServerFlows {
    private let provider: AskingProvider

    init() throws { provider = try AskingProvider() }

    private func flow() async throws -> TerminalFlow {
        try await provider.add("ada", email: TerminalFlow.email)
        return try TerminalFlow(settings: provider.settings)
    }

    /// Returns the code on the screen.
    private func code(_ flow: TerminalFlow) async throws -> String {
        try await flow.terminal.waits(until: "a code is shown") { [provider] in
            $0.contains("\(provider.issuer)/device") && $0.contains("Waiting for Desk")
        }
        let code = try flow.terminal.screen().firstMatch(of: #/\b[B-Z]{4}-[B-Z]{4}\b/#)
        return String(try #require(code).0)
    }

    /// Signs in on the other device, sets the passcode, and waits for the list of notes.
    private func begin(_ flow: TerminalFlow) async throws {
        try await flow.start("app --sign-in device", until: "enter the code")
        #expect(try await provider.enter(code(flow), as: "ada") == "Go back to the device.")
        try await flow.terminal.waits(for: "Set up a passcode?")
        try flow.terminal.press("Enter")
        try await flow.choose(TerminalFlow.passcode)
        try await flow.terminal.waits(for: "No notes yet")
    }

    @Test func rfc8628ApprovingTheCodeOnAnotherDeviceSignsIn() async throws {
        let flow = try await flow()
        try await begin(flow)
        #expect(try flow.terminal.screen().contains("Latchkey · \(TerminalFlow.email)"))
        try await flow.quit()
        for word in ["id_token", "device_code"] { #expect(try flow.home.files(with: word) == []) }
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "No notes yet")
    }

    @Test func rfc8628DeniedDeviceCodeFailsAndANewOneWorks() async throws {
        let flow = try await flow()
        try await flow.start("app --sign-in device", until: "enter the code")
        let first = try await code(flow)
        #expect(try await provider.enter("BBBB-BBBB", as: "ada") == "No device has this code.")
        _ = try await provider.enter(first, as: "ada", action: "deny")
        try await flow.terminal.waits(for: "Desk denied the sign-in.")
        try flow.terminal.press("d")
        let second = try await code(flow)
        #expect(second != first)
        _ = try await provider.enter(second, as: "ada")
        try await flow.terminal.waits(for: "Set up a passcode?")
    }

    @Test(
        "C8 passcode reset requires provider reauthentication and keeps notes",
        arguments: ["b", "d"])
    func passcodeResetRequiresProviderReauthenticationAndKeepsNotes(way: String) async throws {
        let flow = try await flow()
        try await begin(flow)
        try await flow.write("kept")
        try await flow.lock()
        try flow.terminal.press("f")
        try await flow.terminal.waits(for: "Confirm your identity")
        #expect(try !flow.terminal.screen().contains("mail"))
        // A login from an existing session at the provider is insufficient.
        try await provider.setLazy(120)
        try flow.terminal.press("d")
        _ = try await provider.enter(code(flow), as: "ada")
        try await flow.terminal.waits(for: "Desk did not ask you to sign in again.")
        try await provider.setLazy(nil)
        // A login of another user is rejected.
        try await provider.add("eve", email: "eve@example.org")
        try flow.terminal.press("d")
        _ = try await provider.enter(code(flow), as: "eve")
        try await flow.choose(TerminalFlow.other)
        try await flow.terminal.waits(for: "Sign-in failed")
        try flow.terminal.press(way)
        if way == "b" {
            let page = try await provider.visit(flow.address(), as: "ada")
            #expect(page.contains("Return to the terminal."))
        } else {
            _ = try await provider.enter(code(flow), as: "ada")
        }
        try await flow.choose(TerminalFlow.other)
        try await flow.terminal.waits(for: "kept")
        try await flow.lock()
        try await flow.unlock(TerminalFlow.other, until: "kept")
    }

    @Test func cancellingProviderSignInKeepsTheLockAndPasscode() async throws {
        let flow = try await flow()
        try await begin(flow)
        try await flow.lock()
        try flow.terminal.press("f")
        try await flow.terminal.waits(for: "Confirm your identity")
        try flow.terminal.press("d")
        _ = try await code(flow)
        try flow.terminal.press("Escape")
        try await flow.terminal.waits(for: "Confirm your identity")
        try flow.terminal.press("Escape")
        try await flow.unlock(until: "No notes yet")
    }
}
