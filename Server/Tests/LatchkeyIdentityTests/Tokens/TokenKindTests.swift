import IdentityTestSupport
import Testing

@testable import LatchkeyIdentity

/// Tokens of one kind are rejected as another (RFC 8725, 3.12).
struct TokenKindTests {
    private let provider: TestProvider

    init() throws { provider = try TestProvider() }

    private func id(_ token: TestToken) async throws -> IdentityError? {
        let (client, text) = (provider.client, try token.signed())
        return await rejection { () async throws(IdentityError) in try await client.validateIDToken(text) }
    }

    private func access(_ token: TestToken) async throws -> IdentityError? {
        let (client, text) = (provider.client, try token.signed())
        return await rejection { () async throws(IdentityError) in try await client.validateAccessToken(text) }
    }

    private func logout(_ token: TestToken) async throws -> IdentityError? {
        let (client, text) = (provider.client, try token.signed())
        return await rejection { () async throws(IdentityError) in try await client.validateLogoutToken(text) }
    }

    @Test("ASVS-9.2.2 each token type is accepted only for its purpose")
    func eachTokenTypeIsAcceptedOnlyForItsPurpose() async throws {
        let tokens = [provider.idToken, provider.accessToken, provider.logoutToken.with(claims: ["aud": "app"])]
        for (index, token) in tokens.enumerated() {
            #expect(try await id(token) == (index == 0 ? nil : .rejected(.type)))
            #expect(try await access(token) == (index == 1 ? nil : .rejected(.type)))
            // A token without a type may be a logout token; an ID token has no event.
            #expect(try await logout(token) == [.rejected(.events), .rejected(.type), nil][index])
        }
    }

    @Test(arguments: [nil, "JWT", "jwt", "application/JWT"])
    func idTokenMayHaveTheTypeJWT(_ type: String?) async throws {
        #expect(try await id(provider.idToken.with(header: ["typ": type])) == nil)
    }

    @Test(arguments: ["at+jwt", "AT+JWT", "application/at+jwt"])
    func accessTokenTypeIdentifiesAccessTokensOnly(_ type: String) async throws {
        #expect(try await access(provider.accessToken.with(header: ["typ": type])) == nil)
        #expect(try await id(provider.accessToken.with(header: ["typ": type])) == .rejected(.type))
    }

    @Test(arguments: [nil, "JWT", "at+jwt2", "dpop+jwt", "text/at+jwt"])
    func tokenOfAnotherTypeIsNotAnAccessToken(_ type: String?) async throws {
        #expect(try await access(provider.accessToken.with(header: ["typ": type])) == .rejected(.type))
    }

    @Test(arguments: [("scope", "openid"), ("scp", "read"), ("typ", "Bearer"), ("typ", "Refresh")])
    func untypedAccessTokenIsNotAnIDToken(_ claim: String, _ value: String) async throws {
        #expect(try await id(provider.idToken.with(claims: [claim: value])) == .rejected(.type))
        #expect(try await id(provider.idToken.with(claims: ["typ": "ID"])) == nil)
    }

    @Test func untypedLogoutTokenIsNotAnIDToken() async throws {
        let token = provider.logoutToken.with(header: ["typ": nil as String?], claims: ["aud": "app"])
        #expect(try await id(token) == .rejected(.type))
        #expect(try await logout(token) == nil)
    }

    @Test(arguments: [nil, "JWT", "jwt", "application/jwt", "logout+jwt", "Logout+JWT", "application/logout+jwt"])
    func logoutTokenTypeIsOptional(_ type: String?) async throws {
        #expect(try await logout(provider.logoutToken.with(header: ["typ": type])) == nil)
    }

    @Test(arguments: ["", "at+jwt", "logout", "logout+jwt2", "secevent+jwt", "text/logout+jwt", "id+jwt", "dpop+jwt"])
    func tokenOfAnotherTypeIsNotALogoutToken(_ type: String) async throws {
        #expect(try await logout(provider.logoutToken.with(header: ["typ": type])) == .rejected(.type))
    }

    @Test(arguments: [nil, "JWT"])
    func idTokenWithExtraClaimsIsNotALogoutToken(_ type: String?) async throws {
        let token = provider.idToken.with(header: ["typ": type], claims: ["sid": "s1", "jti": "l1"])
        #expect(try await logout(token) == .rejected(.events))
        #expect(try await logout(token.with(claims: ["events": [String: String]()])) == .rejected(.events))
        let event = ["http://schemas.openid.net/event/backchannel-logout": [String: String]()]
        // A client chooses its nonce, but nothing else of an ID token.
        #expect(try await logout(token.with(claims: ["events": event, "nonce": "n"])) == .rejected(.nonce))
        #expect(try await id(token.with(claims: ["events": event])) == .rejected(.type))
        let access = provider.accessToken.with(header: ["typ": type])
        #expect(try await logout(access.with(claims: ["sid": "s1"])) == .rejected(.events))
    }
}
