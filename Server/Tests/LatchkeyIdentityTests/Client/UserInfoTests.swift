import IdentityTestSupport
import Testing

@testable import LatchkeyIdentity

/// Email addresses from the UserInfo endpoint, for ID tokens without one (OpenID Connect Core 1.0, 5.3).
struct UserInfoTests {
    typealias Claims = [String: (any Sendable)?]

    private static let endpoint = "https://login.example/userinfo"
    private static let absent = "https://login.example/absent"
    private static let none: Claims = ["email": nil, "email_verified": nil]
    private static let bea: Claims = ["sub": "ann-1", "email": "bea@example.com", "email_verified": true]

    /// Returns the address, and whether the UserInfo endpoint was called.
    private func email(
        _ claims: Claims, _ userInfo: Claims = bea, at endpoint: String? = endpoint
    ) async throws -> (String?, Bool) {
        let provider = try TestProvider()
        provider.setMetadata(["userinfo_endpoint": endpoint])
        let attempt = try await provider.client.authorizationRequest(
            redirectURI: "https://lock.example/sign-in/provider/return"
        ).attempt
        let token = provider.idToken.with(claims: ["aud": "pages", "nonce": attempt.nonce]).with(claims: claims)
        provider.set("/token", ["id_token": try token.signed(), "access_token": "a1", "token_type": "Bearer"])
        provider.set("/userinfo", userInfo)
        let person = try await provider.client.completeAuthorization(
            query: "code=c1&state=\(attempt.state)", attempt: attempt)
        let authorizations = provider.questions("/userinfo").map(\.authorization)
        #expect(authorizations.isEmpty || authorizations == ["Bearer a1"])
        #expect((person.userInfoOutage != nil) == (endpoint == Self.absent))
        return (person.email, !authorizations.isEmpty)
    }

    @Test(
        arguments: [
            none, ["email": nil, "email_verified": true], ["email": "old@example.com", "email_verified": nil],
            ["email": nil, "email_verified": nil, "xms_edov": true],
        ] as [Claims])
    func userInfoIsCalledForAMissingOrUnverifiedAddress(claims: Claims) async throws {
        #expect(try await email(claims) == ("bea@example.com", true))
        #expect(try await email(claims, Self.bea.merging(["email_verified": false]) { $1 }) == (nil, true))
        #expect(try await email(claims, ["sub": "ann-1"]) == (nil, true))
        for unusable in [nil, "http://login.example/userinfo", Self.absent] {
            #expect(try await email(claims, at: unusable) == (nil, false))
        }
    }

    @Test func userInfoIsNotRequestedForAVerifiedEmail() async throws {
        #expect(try await email([:]) == ("ann@example.com", false))
        #expect(try await email(["email_verified": nil, "xms_edov": true]) == ("ann@example.com", false))
    }

    @Test(
        arguments: [
            ["email_verified": false], ["email_verified": "false"], ["email": nil, "email_verified": false],
            ["email_verified": nil, "xms_edov": false],
        ] as [Claims])
    func userInfoDoesNotOverrideAnEmailMarkedUnverified(claims: Claims) async throws {
        #expect(try await email(claims) == (nil, false))
    }

    @Test(arguments: ["ann-2", "", nil])
    func claimsOfAnotherUserAreIgnored(subject: String?) async throws {
        await #expect(throws: IdentityError.rejected(.subject)) {
            try await email(Self.none, Self.bea.merging(["sub": subject]) { $1 })
        }
    }
}
