import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import LatchkeyUI
import TerminalKit
import Testing

@testable import LatchkeyTerminal

@MainActor @Suite struct SettingsScreenTests {
    private let texts = TerminalTexts.english

    private func text(of session: SessionModel) throws -> String {
        let provider = ScriptedProvider()
        let server = try #require(ServerURL("https://lock.example"))
        let means = ProviderSignInModel.Means(
            client: LatchkeyClient(server: server, transport: provider), http: provider.http, openBrowser: nil)
        return SettingsScreen(session, means: means, texts: texts).content(.standard).lines
            .flatMap(\.spans).map(\.text).joined(separator: "\n")
    }

    @Test(
        "C6 lock button appears only with protection enabled",
        arguments: [true, false])
    func lockButtonAppearsOnlyWithProtectionEnabled(isGuarded: Bool) async throws {
        let session = SessionModel.test()
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        if isGuarded {
            #expect(await session.useBiometricsOnly() == .done)
        } else {
            #expect(await session.setUpLater() == nil)
        }
        #expect(try text(of: session).contains(texts[.lockNow]) == isGuarded)
    }

    @Test func settingsHideAndExplainOptionsTheTeamForbids() async throws {
        let server = FakeServer()
        let session = SessionModel.test(server)
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await session.setPasscode(try #require(Passcode("481920"))) == .done)
        var shown = try text(of: session)
        #expect(shown.contains(texts[.turnOffPasscode]) && shown.contains("1 hour") && !shown.contains("team"))
        await server.setPolicy(
            User.Policy(passcodeRequired: true, longestTimeoutMinutes: 15, biometricsAllowed: false))
        #expect(await session.setTimeout(.oneMinute) == .done)
        shown = try text(of: session)
        #expect(!shown.contains(texts[.turnOffPasscode]) && !shown.contains("1 hour") && !shown.contains("30 min"))
        #expect(!shown.contains("Fingerprint") && LockScreenModel(session, texts: .english).biometrics == nil)
        for rule in [
            "Your team requires a passcode.", "Your team allows at most 15 minutes.",
            "Your team does not allow biometrics.",
        ] { #expect(shown.contains(rule), "\(rule)") }
    }

    @Test func requiredPasscodeCannotBePostponed() async {
        let server = FakeServer()
        let session = SessionModel.test(server)
        await server.setPolicy(User.Policy(passcodeRequired: true))
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        let offer = OfferScreen(session, texts: texts)
        let content = offer.content(.standard)
        #expect(content.lines.flatMap(\.spans).map(\.text).joined().contains("Your team requires a passcode."))
        #expect(content.keys.map(\.key) == ["⏎", "s", "^C"])
        #expect(offer.press(.character("l")) == nil)
        guard case .run(let work) = offer.press(.character("s")) else {
            Issue.record("signing in again is the way out")
            return
        }
        await work()
        #expect(session.state == .signedOut)
    }
}
