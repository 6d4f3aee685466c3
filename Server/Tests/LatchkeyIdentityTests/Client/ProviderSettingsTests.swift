import Testing

@testable import LatchkeyIdentity

/// Validation of a provider's settings.
struct ProviderSettingsTests {
    private func rejected(
        _ issuer: String = "https://login.example", clientID: String? = "pages", secret: String? = nil,
        audiences: [String] = [], isDevelopment: Bool = false
    ) -> IdentityProviderError? {
        do throws(IdentityProviderError) {
            _ = try IdentityProvider(
                issuer: issuer, clientID: clientID, clientSecret: secret, audiences: audiences,
                isDevelopment: isDevelopment)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "http://login.example", "login.example", "", "https://", "https:///x", "https://a@login.example",
        "https://a:b@login.example", "https://login.example?x=1", "https://login.example#x", "https://login.example ",
        "https://login.ex\u{E4}mple", "ftp://login.example", "https://login.example\n", "https://a\\@b.example",
        "http://127.0.0.1:9400",
    ])
    func issuerMustBeAPlainHTTPSURL(_ issuer: String) { #expect(rejected(issuer) == .issuer) }

    @Test(arguments: [
        ("https://login.example", "https://login.example/.well-known/openid-configuration"),
        ("https://login.example/", "https://login.example/.well-known/openid-configuration"),
        ("https://login.example:8443/realms/x", "https://login.example:8443/realms/x/.well-known/openid-configuration"),
        ("https://login.example/x/", "https://login.example/x/.well-known/openid-configuration"),
    ])
    func discoveryDocumentURLIsDerivedFromTheIssuer(_ issuer: String, _ url: String) throws {
        let provider = try IdentityProvider(
            issuer: issuer, clientID: "pages", clientSecret: nil, audiences: [], isDevelopment: false)
        #expect(provider.discoveryURL == url)
        #expect(provider.issuer == issuer)
    }

    @Test(arguments: ["http://localhost:9400", "http://127.0.0.1:9400", "http://[::1]:9400"])
    func httpIsForTheLoopbackInDevelopment(_ issuer: String) {
        #expect(rejected(issuer, isDevelopment: true) == nil)
        #expect(rejected(issuer) == .issuer)
    }

    @Test(arguments: [
        "http://login.example", "http://localhost.example", "http://127.0.0.1.example", "http://10.0.0.1",
    ])
    func httpToOtherHostsIsRejectedEvenInDevelopment(_ issuer: String) {
        #expect(rejected(issuer, isDevelopment: true) == .issuer)
    }

    @Test func invalidOrMissingClientSettingsAreRejected() {
        #expect(rejected(clientID: nil) == .noClient)
        #expect(rejected(clientID: nil, audiences: ["app"]) == nil)
        #expect(rejected(clientID: "") == .clientID)
        #expect(rejected(clientID: "a b") == .clientID)
        #expect(rejected(secret: "") == .clientSecret)
        #expect(rejected(clientID: nil, secret: "x", audiences: ["app"]) == .clientSecret)
        #expect(rejected(audiences: ["app", ""]) == .audience)
        #expect(rejected(audiences: ["\u{212A}iosk"]) == .audience)
    }
}
