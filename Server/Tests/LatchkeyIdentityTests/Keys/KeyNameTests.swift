import IdentityTestSupport
import Testing

@testable import LatchkeyIdentity

/// Selection of the key for a token.
struct KeyNameTests {
    private func rejected(_ token: TestToken, _ provider: TestProvider, by key: TestKey = .rsa) async throws
        -> IdentityError?
    {
        let (client, text) = (provider.client, try token.signed(by: key))
        return await rejection { () async throws(IdentityError) in try await client.validateIDToken(text) }
    }

    @Test(arguments: [
        "k2", "", "K1", "k1 ", "k1\u{0}", "../k1", "/etc/passwd", "' OR 1=1 --", "https://login.example/keys",
    ])
    func tokenWithAnUnknownKeyIDIsRejected(_ name: String) async throws {
        let provider = try TestProvider()
        let token = provider.idToken.with(header: ["kid": name])
        #expect(try await rejected(token, provider) == .rejected(.unknownKey))
        #expect(provider.requests.map(\.url).allSatisfy { $0.hasPrefix("https://login.example/") })
    }

    @Test func keyIDsAreComparedByteByByte() async throws {
        let provider = try TestProvider(keys: [TestKey.rsa.jwk.named("K1")])
        #expect(try await rejected(provider.idToken.with(header: ["kid": "K1"]), provider) == nil)
        #expect(
            try await rejected(provider.idToken.with(header: ["kid": "\u{212A}1"]), provider) == .rejected(.unknownKey))
    }

    @Test(arguments: [1, ["k1"], ["k1": "k1"], true] as [any Sendable])
    func tokenWithANonStringKeyIDIsRejected(_ name: any Sendable) async throws {
        let provider = try TestProvider()
        #expect(try await rejected(provider.idToken.with(header: ["kid": name]), provider) == .rejected(.malformed))
    }

    @Test func tokenWithoutAKeyIDUsesTheOnlyMatchingKey() async throws {
        let provider = try TestProvider(keys: [TestKey.rsa.jwk.named("k1"), TestKey.p256.jwk.named("k2")])
        let token = provider.idToken.with(header: ["kid": nil as String?])
        #expect(try await rejected(token, provider) == nil)
        #expect(try await rejected(token.with(header: ["alg": "ES256"]), provider, by: .p256) == nil)
        #expect(try await rejected(token.with(header: ["alg": "ES384"]), provider, by: .p384) == .rejected(.unknownKey))
    }

    @Test func tokenWithoutAKeyIDIsRejectedIfAmbiguous() async throws {
        let provider = try TestProvider(keys: [TestKey.rsa.jwk.named("k1"), TestKey.otherRSA.jwk.named("k2")])
        let token = provider.idToken.with(header: ["kid": nil as String?])
        #expect(try await rejected(token, provider) == .rejected(.unknownKey))
    }

    @Test func keyWithoutAnIDVerifiesOnlyTokensWithoutOne() async throws {
        let provider = try TestProvider(keys: [TestKey.rsa.jwk])
        #expect(try await rejected(provider.idToken, provider) == .rejected(.unknownKey))
        #expect(try await rejected(provider.idToken.with(header: ["kid": nil as String?]), provider) == nil)
    }

    @Test func keyWithoutAnIDDoesNotInvalidateTheSet() async throws {
        let provider = try TestProvider(keys: [TestKey.otherRSA.jwk, TestKey.rsa.jwk.named("k1")])
        #expect(try await rejected(provider.idToken, provider) == nil)
    }

    @Test func allKeysWithTheSameIDAreTried() async throws {
        let provider = try TestProvider(keys: [
            TestKey.otherRSA.jwk.named("k1"), TestKey.p256.jwk.named("k1"), TestKey.rsa.jwk.named("k1"),
        ])
        #expect(try await rejected(provider.idToken, provider) == nil)
        #expect(try await rejected(provider.idToken, provider, by: .otherRSA) == nil)
        #expect(try await rejected(provider.idToken.with(header: ["alg": "ES256"]), provider, by: .p256) == nil)
        let other = TestKey.p256Other
        #expect(
            try await rejected(provider.idToken.with(header: ["alg": "ES256"]), provider, by: other)
                == .rejected(.signature))
    }
}
