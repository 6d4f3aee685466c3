import ChildProcess
import Foundation
import Testing

@testable import LatchkeyTerminal

/// Sign-in with the team's provider, in a browser that returns to the terminal.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs, .whereOtherProviderIs) struct ProviderTerminalServerFlows {
    private let provider: OtherProvider

    init() throws { provider = try OtherProvider() }

    /// Returns a terminal whose server uses the provider.
    private func flow(_ settings: [String: String] = ["LATCHKEY_MAIL_SIGN_IN": "off"]) async throws -> TerminalFlow {
        try await provider.add("ada", email: TerminalFlow.email)
        return try TerminalFlow(settings: provider.settings.merging(settings) { $1 })
    }

    @Test func providerSignInInTheBrowserOpensPasscodeSetup() async throws {
        let flow = try await flow()
        try await flow.start(until: "With Desk, in the browser")
        #expect(try !flow.terminal.screen().contains("mailed"))
        try flow.terminal.press("Enter")
        let page = try await provider.visit(flow.address(), as: [("sub", "ada")])
        #expect(page.contains("Return to the terminal."))
        try await flow.terminal.waits(for: "Set up a passcode?")
        try flow.terminal.press("Enter")
        try await flow.choose(TerminalFlow.passcode)
        try await flow.terminal.waits(for: "No notes yet")
        #expect(try flow.terminal.screen().contains("Latchkey · \(TerminalFlow.email)"))
        try await flow.quit()
        // Only the session remains of the sign-in.
        for word in ["id_token", "code_verifier", "sign-in/return"] { #expect(try flow.home.files(with: word) == []) }
        try await flow.start(until: "Latchkey is locked")
        try await flow.unlock(until: "No notes yet")
    }

    @Test func linkingAProviderToAnEmailAccountRequiresItsPasscode() async throws {
        let flow = try await flow([:])
        var elsewhere = try await flow.otherDevice()
        try await elsewhere.set(TerminalFlow.passcode)
        // `--sign-in` skips the choice of a sign-in method.
        try await flow.start("app --sign-in browser", until: "Waiting for Desk")
        _ = try await provider.visit(flow.address(), as: [("sub", "ada")])
        try await flow.unlock(until: "No notes yet")
        // The mailbox's next owner is another user.
        try await provider.add("eve", email: TerminalFlow.email)
        let other = try TerminalFlow(["LATCHKEY_SERVER": flow.server.url])
        try await other.start("app --sign-in browser", until: "Waiting for Desk")
        _ = try await provider.visit(other.address(), as: [("sub", "eve")])
        try await other.terminal.waits(for: "There is no account for this sign-in")
    }

    @Test func deniedOrCancelledProviderSignInSignsNoOneIn() async throws {
        let flow = try await flow([:])
        try await flow.start(until: "With Desk, in the browser")
        try flow.terminal.press("b")
        let rejected = try await provider.visit(flow.address(), as: [("action", "deny")])
        #expect(rejected.contains("Sign-in failed."))
        try await flow.terminal.waits(for: "Desk denied the sign-in.")
        try flow.terminal.press("b")
        _ = try await flow.address()
        try flow.terminal.press("Escape")
        try await flow.terminal.waits(for: "How do you want to sign in?")
        try flow.terminal.press("m")
        try await flow.signIn(until: "Set up a passcode?")
    }

    @Test func unsupportedSignInMethodIsReported() async throws {
        let flow = try await flow(["LATCHKEY_MAIL_SIGN_IN": "off"])
        try await flow.start("app --sign-in device", until: "The server does not support the sign-in method device.")
        try flow.terminal.press("C-c")
        try await flow.ended()
        try await flow.start("app --sign-in mail", until: "The server does not support the sign-in method mail.")
    }
}
