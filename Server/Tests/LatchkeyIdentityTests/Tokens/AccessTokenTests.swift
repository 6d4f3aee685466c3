import Foundation
import IdentityTestSupport
import Testing

@testable import LatchkeyIdentity

/// Access tokens (RFC 9068, 4).
struct AccessTokenTests {
    private let provider: TestProvider

    init() throws { provider = try TestProvider() }

    private func rejected(_ token: TestToken) async throws -> IdentityError? {
        let (client, text) = (provider.client, try token.signed())
        return await rejection { () async throws(IdentityError) in try await client.validateAccessToken(text) }
    }

    @Test func validAccessTokenReturnsTheUser() async throws {
        let person = try await provider.client.validateAccessToken(provider.accessToken.signed())
        #expect(person.subject == "ann-1")
        #expect(person.email == nil)
        #expect(person.authTime == provider.time.now - 30)
        #expect(person.expiresAt == provider.time.now + 300)
    }

    @Test("ASVS-9.2.3 ASVS-10.3.1 the audience must be configured")
    func theAudienceMustBeConfigured() async throws {
        #expect(try await rejected(provider.accessToken.with(claims: ["aud": "pages"])) == .rejected(.audience))
        #expect(try await rejected(provider.accessToken.with(claims: ["aud": ["other"]])) == .rejected(.audience))
        // Other audiences are returned.
        let text = try provider.accessToken.with(claims: ["aud": ["other", "app"]]).signed()
        #expect(try await provider.client.validateAccessToken(text).isForOthersToo)
        #expect(try await !provider.client.validateAccessToken(provider.accessToken.signed()).isForOthersToo)
    }

    @Test("V16 an access token of another client is rejected", arguments: ["client_id", "azp"])
    func anAccessTokenOfAnotherClientIsRejected(claim: String) async throws {
        #expect(try await rejected(provider.accessToken.with(claims: [claim: "other"])) == .rejected(.authorizedParty))
        #expect(try await rejected(provider.accessToken.with(claims: [claim: "pages"])) == nil)
        #expect(try await rejected(provider.accessToken.with(claims: [claim: "app"])) == nil)
    }

    @Test(arguments: [
        ("iss", IdentityError.Reason.issuer), ("aud", .audience), ("exp", .expired), ("iat", .issueTime),
        ("sub", .subject), ("client_id", .malformed), ("jti", .malformed),
    ])
    func tokenWithoutARequiredClaimIsRejected(_ claim: String, _ reason: IdentityError.Reason) async throws {
        #expect(try await rejected(provider.accessToken.with(claims: [claim: nil as String?])) == .rejected(reason))
    }

    @Test func clientCredentialsTokenIdentifiesNoUser() async throws {
        #expect(try await rejected(provider.accessToken.with(claims: ["sub": "Kiosk"])) == .rejected(.subject))
    }

    @Test func expiredOrOldAccessTokenIsRejected() async throws {
        let now = provider.now
        #expect(try await rejected(provider.accessToken.with(claims: ["exp": now - 60])) == nil)
        #expect(try await rejected(provider.accessToken.with(claims: ["exp": now - 61])) == .rejected(.expired))
        #expect(try await rejected(provider.accessToken.with(claims: ["iat": now - 300])) == nil)
        #expect(try await rejected(provider.accessToken.with(claims: ["iat": now - 301])) == .rejected(.issueTime))
    }

    @Test func tokenOfAnotherIssuerIsRejected() async throws {
        let token = provider.accessToken.with(claims: ["iss": TestProvider.issuer + "/"])
        #expect(try await rejected(token) == .rejected(.issuer))
    }
}
