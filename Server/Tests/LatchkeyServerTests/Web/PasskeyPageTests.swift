import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct PasskeyPageTests {
    private let renderer: PageRenderer

    init() throws { renderer = try PageRenderer() }

    private func parts(of page: Page, by renderer: PageRenderer? = nil) -> [String] {
        let html = (renderer ?? self.renderer).html(page)
        return ["use-passkey", "offer", "passkeys", "rename-dialog"].filter { html.contains("data-part=\"\($0)\"") }
    }

    @Test func passkeyOptionsDependOnTheAccountAndPage() {
        let (with, without) = (PageSamples.user(passkey: true), PageSamples.user())
        let new = PageSamples.user(passcode: false)
        #expect(parts(of: .lock(with, AttemptStatus())) == ["use-passkey"])
        #expect(parts(of: .lock(without, AttemptStatus())) == [])
        #expect(parts(of: .setPasscode(new)) == ["offer"] && parts(of: .setPasscode(without)) == ["offer"])
        #expect(parts(of: .setPasscode(with)) == [])
        #expect(parts(of: .resetPasscode) == ["offer"], "those of the passcode before have ended")
        #expect(parts(of: .securitySettings(without)) == ["passkeys", "rename-dialog"])
        #expect(parts(of: .securitySettings(with)) == ["passkeys", "rename-dialog"])
        #expect(parts(of: .securitySettings(new)) == [], "without a passcode there is nothing to unlock")
        for page in [Page.activity(with), .signIn] { #expect(parts(of: page) == []) }
    }

    @Test(
        arguments: [
            (["LATCHKEY_PUBLIC_URL": "https://lock.example"], true),
            (["LATCHKEY_PUBLIC_URL": "https://lock.example", "LATCHKEY_BIOMETRICS": "forbidden"], false),
            (["LATCHKEY_PUBLIC_URL": "https://192.0.2.7"], false),
            (["LATCHKEY_PUBLIC_URL": "http://localhost:8080"], true),
        ] as [([String: String], Bool)])
    func withoutPasskeySupportNoPageHasPasskeys(environment: [String: String], areOn: Bool) async throws {
        try await TestServer.run(environment: environment) { server in
            let session = try await server.signInWithPasscode()
            let page = { (path: String) in try await server.get(path, bearer: session.accessToken).text }
            #expect(try await page("/settings/security").contains("data-part=\"passkeys\"") == areOn)
            #expect(try await page("/set-passcode").contains("data-part=\"offer\"") == areOn)
        }
        let without = try PageRenderer(hasPasskeys: false)
        for user in [true, false].map({ PageSamples.user(passkey: $0) }) {
            for page in [
                Page.lock(user, AttemptStatus()), .setPasscode(user), .resetPasscode, .securitySettings(user),
            ] {
                #expect(parts(of: page, by: without) == [], "\(page.template)")
            }
        }
    }

    @Test("C11 the button is hidden until its script runs")
    func theButtonIsHiddenUntilItsScriptRuns() {
        let html = renderer.html(.lock(PageSamples.user(passkey: true), AttemptStatus()))
        #expect(html.contains(#/<button[^>]*data-part="use-passkey"[^>]* hidden>/#) && !html.contains("autofocus"))
    }

    @Test func pagesContainTheAccountIDForTheirScripts() {
        let user = PageSamples.user(id: "u7", passkey: true)
        for page in [Page.lock(user, AttemptStatus()), .setPasscode(user), .securitySettings(user)] {
            #expect(renderer.html(page).contains(#"data-account="u7""#), "\(page.template)")
        }
        #expect(!renderer.html(.signIn).contains("data-account"))
    }
}
