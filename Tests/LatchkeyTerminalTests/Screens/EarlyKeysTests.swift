import Foundation
import LatchkeyAPI
import LatchkeyCore
import LatchkeySession
import LatchkeyUI
import TerminalKit
import Testing

@testable import LatchkeyTerminal

/// Keys typed before the server has returned its sign-in methods.
@MainActor @Suite struct EarlyKeysTests {
    private let texts = TerminalTexts.english
    private let server = FakeServer()
    private let methods = HeldMethods()

    private func means() throws -> ProviderSignInModel.Means {
        let url = try #require(ServerURL("https://lock.example"))
        return ProviderSignInModel.Means(
            client: LatchkeyClient(server: url, transport: methods), http: ScriptedProvider().http,
            openBrowser: { _ in })
    }

    private func resetScreen() throws -> ResetScreen {
        ResetScreen(SessionModel.test(server), means: try means(), texts: texts)
    }

    private func signInScreen() async throws -> SignInMethodScreen {
        let session = SessionModel.test(server)
        await session.start()
        return SignInMethodScreen(session, try means(), server: "lock.example", texts: texts)
    }

    private func type(_ text: String, on screen: some AppScreen) {
        for character in text { #expect(screen.press(.character(character)) == nil) }
    }

    private func text(of screen: some AppScreen) -> String {
        screen.content(.standard).lines.flatMap(\.spans).map(\.text).joined(separator: "\n")
    }

    @Test(arguments: [true, false])
    func addressTypedWhileTheResetFormLoadsIsKept(isSent: Bool) async throws {
        let screen = try resetScreen()
        #expect(text(of: screen).contains(texts[.loading]))
        type("eve", on: screen)
        _ = screen.press(.control("u"))
        type("ada@example.com", on: screen)
        _ = screen.press(.backspace)
        type("m", on: screen)
        if isSent {
            #expect(screen.press(.enter) == nil)
            // Ignored: the screen expects no input yet.
            type("1", on: screen)
        }
        #expect(await server.calls == [])
        methods.respond(SignInMethods(email: true))
        if isSent {
            try await until { text(of: screen).contains("Enter the code") }
            #expect(await server.calls == ["reset-request ada@example.com"])
        } else {
            try await until { text(of: screen).contains("ada@example.com") }
            #expect(await server.calls == [])
        }
    }

    @Test func pressingEnterWithoutAnAddressHasNoEffect() async throws {
        let screen = try resetScreen()
        _ = screen.press(.enter)
        methods.respond(SignInMethods(email: true))
        try await until { text(of: screen).contains("We’ll send you a code") }
        #expect(await server.calls == [] && !text(of: screen).contains(texts.screens[.emailMalformed]))
    }

    @Test func unknownSignInMethodsDefaultToEmailAndKeepInput() async throws {
        let screen = try resetScreen()
        type("ada@example.org", on: screen)
        methods.respond(nil)
        try await until { text(of: screen).contains("ada@example.org") }
    }

    @Test func goingBackBeforeTheServerRespondsSendsNothing() async throws {
        var screen: ResetScreen? = try resetScreen()
        weak let released = screen
        type("ada@example.org", on: try #require(screen))
        _ = screen?.press(.enter)
        guard case .pop = screen?.press(.escape) else {
            Issue.record("Escape goes back")
            return
        }
        screen = nil
        #expect(released == nil)
        methods.respond(SignInMethods(email: true))
        try await until { methods.isTaken }
        #expect(await server.calls == [])
    }

    @Test func earlyKeysDoNotChooseAResetMethod() async throws {
        let screen = try resetScreen()
        type("bdm", on: screen)
        _ = screen.press(.enter)
        methods.respond(SignInMethods(email: true, provider: provider))
        try await until { text(of: screen).contains(texts[.howToReset]) }
        #expect(await server.calls == [])
        type("m", on: screen)
        #expect(text(of: screen).contains("We’ll send you a code") && !text(of: screen).contains("bdm"))
    }

    @Test(arguments: [true, false])
    func signInFormAcceptsKeysTypedBeforeItLoads(isSent: Bool) async throws {
        let screen = try await signInScreen()
        type("ada@example.org", on: screen)
        if isSent { #expect(screen.press(.enter) == nil) }
        methods.respond(SignInMethods(email: true))
        try await until { text(of: screen).contains(isSent ? "Enter the code" : "ada@example.org") }
        #expect(await server.calls.contains("magic-link") == isSent)
    }

    @Test func earlyKeysDoNotChooseASignInMethod() async throws {
        let screen = try await signInScreen()
        type("bdm", on: screen)
        _ = screen.press(.enter)
        methods.respond(SignInMethods(email: true, provider: provider))
        try await until { text(of: screen).contains(texts[.howToSignIn]) }
        type("m", on: screen)
        #expect(text(of: screen).contains("We’ll send you a code") && !text(of: screen).contains("bdm"))
        #expect(await !server.calls.contains("magic-link"))
    }

    private var provider: SignInMethods.Provider {
        .init(name: "Desk", issuer: ScriptedProvider.issuer, clientId: "terminal")
    }
}

/// A server whose response with sign-in methods the test controls.
private final class HeldMethods: HTTPTransport {
    private let (responses, next) = AsyncStream.makeStream(of: SignInMethods?.self)
    private let taken = LockedValue(false)

    /// Sends the response; nil for a timeout.
    func respond(_ methods: SignInMethods?) {
        next.yield(methods)
        next.finish()
    }

    var isTaken: Bool { taken.withLock { $0 } }

    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        var responses = responses.makeAsyncIterator()
        let first = await responses.next() ?? nil
        taken.withLock { $0 = true }
        guard let first, let body = try? WireFormat.makeEncoder().encode(first) else { throw .timedOut }
        return TransportResponse(status: 200, body: body)
    }
}
