import Foundation
import IdentityTestSupport
import Testing

@testable import LatchkeyIdentity

/// Access tokens (RFC 9068, 4).
struct AccessTokenTests {
    private let provider: TestProvider

    init() throws { provider = try TestProvider() }

    private func refused(_ token: TestToken) async throws -> IdentityError? {
        let (client, text) = (provider.client, try token.signed())
        return await refusal { () async throws(IdentityError) in try await client.validateAccessToken(text) }
    }

    @Test func validAccessTokenReturnsTheUser() async throws {
        let person = try await provider.client.validateAccessToken(provider.accessToken.signed())
        #expect(person.subject == "ann-1")
        #expect(person.email == nil)
        #expect(person.authTime == provider.time.now - 30)
        #expect(person.expiresAt == provider.time.now + 300)
    }

    @Test("ASVS-9.2.3 ASVS-10.3.1 the audience must be configured")
    func theAudienceIsOneOfThoseThatWereSet() async throws {
        #expect(try await refused(provider.accessToken.with(claims: ["aud": "pages"])) == .refused(.audience))
        #expect(try await refused(provider.accessToken.with(claims: ["aud": ["other"]])) == .refused(.audience))
        // Other audiences are returned.
        let text = try provider.accessToken.with(claims: ["aud": ["other", "app"]]).signed()
        #expect(try await provider.client.validateAccessToken(text).isForOthersToo)
        #expect(try await !provider.client.validateAccessToken(provider.accessToken.signed()).isForOthersToo)
    }

    @Test("V16 an access token of another client is rejected", arguments: ["client_id", "azp"])
    func anotherClient(claim: String) async throws {
        #expect(try await refused(provider.accessToken.with(claims: [claim: "other"])) == .refused(.authorizedParty))
        #expect(try await refused(provider.accessToken.with(claims: [claim: "pages"])) == nil)
        #expect(try await refused(provider.accessToken.with(claims: [claim: "app"])) == nil)
    }

    @Test(arguments: [
        ("iss", IdentityError.Reason.issuer), ("aud", .audience), ("exp", .expired), ("iat", .issueTime),
        ("sub", .subject), ("client_id", .malformed), ("jti", .malformed),
    ])
    func tokenWithoutARequiredClaimIsRejected(_ claim: String, _ reason: IdentityError.Reason) async throws {
        #expect(try await refused(provider.accessToken.with(claims: [claim: nil as String?])) == .refused(reason))
    }

    @Test func clientCredentialsTokenIdentifiesNoUser() async throws {
        #expect(try await refused(provider.accessToken.with(claims: ["sub": "Kiosk"])) == .refused(.subject))
    }

    @Test func expiredOrOldAccessTokenIsRejected() async throws {
        let now = provider.now
        #expect(try await refused(provider.accessToken.with(claims: ["exp": now - 60])) == nil)
        #expect(try await refused(provider.accessToken.with(claims: ["exp": now - 61])) == .refused(.expired))
        #expect(try await refused(provider.accessToken.with(claims: ["iat": now - 300])) == nil)
        #expect(try await refused(provider.accessToken.with(claims: ["iat": now - 301])) == .refused(.issueTime))
    }

    @Test func tokenOfAnotherIssuerIsRejected() async throws {
        let token = provider.accessToken.with(claims: ["iss": TestProvider.issuer + "/"])
        #expect(try await refused(token) == .refused(.issuer))
    }
}
