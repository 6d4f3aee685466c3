import Foundation
import IdentityTestSupport
import Testing

@testable import LatchkeyIdentity

/// Logout tokens (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6).
struct LogoutTokenTests {
    private static let event = "http://schemas.openid.net/event/backchannel-logout"
    private let provider: TestProvider

    init() throws { provider = try TestProvider() }

    private func rejected(_ token: TestToken) async throws -> IdentityError? {
        let (client, text) = (provider.client, try token.signed())
        return await rejection { () async throws(IdentityError) in try await client.validateLogoutToken(text) }
    }

    @Test func validLogoutTokenReturnsTheUserAndSession() async throws {
        let notice = try await provider.client.validateLogoutToken(provider.logoutToken.signed())
        #expect(notice.issuer == TestProvider.issuer)
        #expect(notice.subject == "ann-1")
        #expect(notice.sid == "s1")
        #expect(notice.id == "l1")
        #expect(notice.expiresAt == provider.time.now + 180)
    }

    @Test(arguments: ["sub", "sid"])
    func logoutTokenRequiresOnlyASubjectOrASession(_ claim: String) async throws {
        let token = provider.logoutToken.with(claims: [claim: nil as String?])
        let notice = try await provider.client.validateLogoutToken(token.signed())
        #expect((notice.subject == nil) == (claim == "sub"))
        #expect((notice.sid == nil) == (claim == "sid"))
    }

    @Test func tokenWithoutASubjectIsRejected() async throws {
        let token = provider.logoutToken.with(claims: ["sub": nil as String?, "sid": nil as String?])
        #expect(try await rejected(token) == .rejected(.logoutSubject))
        #expect(try await rejected(token.with(claims: ["sid": ""])) == .rejected(.logoutSubject))
    }

    @Test(arguments: [nil, ""])
    func tokenWithoutAnIDIsRejected(_ id: String?) async throws {
        #expect(try await rejected(provider.logoutToken.with(claims: ["jti": id])) == .rejected(.logoutSubject))
    }

    @Test(
        "ASVS-10.5.5 a token without the logout event is rejected",
        arguments: [
            nil, ["x"], "http://schemas.openid.net/event/backchannel-logout", [event: "x"], [event: true],
            ["http://schemas.openid.net/event/backchannel-logout/": [String: String]()], [String: String](),
        ] as [(any Sendable)?])
    func aTokenWithoutTheLogoutEventIsRejected(_ events: (any Sendable)?) async throws {
        #expect(try await rejected(provider.logoutToken.with(claims: ["events": events])) == .rejected(.events))
    }

    @Test func additionalEventsAndEventMembersAreAllowed() async throws {
        let token = provider.logoutToken.with(claims: ["events": [Self.event: ["x": "y"], "other": [:]]])
        #expect(try await rejected(token) == nil)
    }

    @Test("ASVS-10.5.5 a token with a nonce is rejected")
    func aTokenWithANonceIsRejected() async throws {
        #expect(try await rejected(provider.logoutToken.with(claims: ["nonce": "n"])) == .rejected(.nonce))
        let claims = try provider.logoutToken.claimsText.dropLast() + #","nonce":null}"#
        let token = try TestToken.signed(header: provider.logoutToken.headerText, claims: String(claims))
        let client = provider.client
        let error = await rejection { () async throws(IdentityError) in try await client.validateLogoutToken(token) }
        #expect(error == .rejected(.nonce))
    }

    @Test(arguments: [("pages", true), ("app", true), ("other", false)])
    func logoutTokenForAnotherClientIsRejected(_ audience: String, _ counts: Bool) async throws {
        let error = try await rejected(provider.logoutToken.with(claims: ["aud": audience]))
        #expect(error == (counts ? nil : .rejected(.audience)))
    }

    @Test func logoutTokenWithWrongIssuerOrTimesIsRejected() async throws {
        let (token, now) = (provider.logoutToken, provider.now)
        #expect(try await rejected(token.with(claims: ["iss": TestProvider.issuer + "/"])) == .rejected(.issuer))
        #expect(try await rejected(token.with(claims: ["exp": now - 60])) == nil)
        #expect(try await rejected(token.with(claims: ["exp": now - 61])) == .rejected(.expired))
        #expect(try await rejected(token.with(claims: ["exp": nil as Double?])) == .rejected(.expired))
        #expect(try await rejected(token.with(claims: ["iat": now - 300])) == nil)
        #expect(try await rejected(token.with(claims: ["iat": now - 301])) == .rejected(.issueTime))
        #expect(try await rejected(token.with(claims: ["iat": now + 61])) == .rejected(.issueTime))
    }
}
