import IdentityTestSupport
import Testing

@testable import LatchkeyIdentity

/// A token of one kind is none of another (RFC 8725, 3.12).
struct TokenKindTests {
    private let provider: TestProvider

    init() throws { provider = try TestProvider() }

    private func id(_ token: TestToken) async throws -> IdentityError? {
        let (client, text) = (provider.client, try token.signed())
        return await refusal { () async throws(IdentityError) in try await client.validateIDToken(text) }
    }

    private func access(_ token: TestToken) async throws -> IdentityError? {
        let (client, text) = (provider.client, try token.signed())
        return await refusal { () async throws(IdentityError) in try await client.validateAccessToken(text) }
    }

    private func logout(_ token: TestToken) async throws -> IdentityError? {
        let (client, text) = (provider.client, try token.signed())
        return await refusal { () async throws(IdentityError) in try await client.validateLogoutToken(text) }
    }

    @Test("ASVS-9.2.2 each kind counts in its place alone")
    func eachKindCountsInItsPlaceAlone() async throws {
        let tokens = [provider.idToken, provider.accessToken, provider.logoutToken.with(claims: ["aud": "app"])]
        for (index, token) in tokens.enumerated() {
            #expect(try await id(token) == (index == 0 ? nil : .refused(.type)))
            #expect(try await access(token) == (index == 1 ? nil : .refused(.type)))
            #expect(try await logout(token) == (index == 2 ? nil : .refused(.type)))
        }
    }

    @Test(arguments: [nil, "JWT", "jwt", "application/JWT"])
    func anIDTokenMaySayThatItIsAToken(_ type: String?) async throws {
        #expect(try await id(provider.idToken.with(header: ["typ": type])) == nil)
    }

    @Test(arguments: ["at+jwt", "AT+JWT", "application/at+jwt"])
    func anAccessTokenSaysWhatItIs(_ type: String) async throws {
        #expect(try await access(provider.accessToken.with(header: ["typ": type])) == nil)
        #expect(try await id(provider.accessToken.with(header: ["typ": type])) == .refused(.type))
    }

    @Test(arguments: [nil, "JWT", "at+jwt2", "dpop+jwt", "text/at+jwt"])
    func anyOtherTokenIsNoAccessToken(_ type: String?) async throws {
        #expect(try await access(provider.accessToken.with(header: ["typ": type])) == .refused(.type))
    }

    @Test(arguments: [("scope", "openid"), ("scp", "read"), ("typ", "Bearer"), ("typ", "Refresh")])
    func anAccessTokenWithoutATypeIsNoIDToken(_ claim: String, _ value: String) async throws {
        #expect(try await id(provider.idToken.with(claims: [claim: value])) == .refused(.type))
        #expect(try await id(provider.idToken.with(claims: ["typ": "ID"])) == nil)
    }

    @Test func aLogoutTokenWithoutATypeIsNoIDToken() async throws {
        let token = provider.logoutToken.with(header: ["typ": nil as String?], claims: ["aud": "app"])
        #expect(try await id(token) == .refused(.type))
        #expect(try await logout(token) == .refused(.type))
    }
}
