import Foundation
import IdentityTestSupport
import Testing

@testable import LatchkeyIdentity

/// Logout tokens (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6).
struct LogoutTokenTests {
    private static let event = "http://schemas.openid.net/event/backchannel-logout"
    private let provider: TestProvider

    init() throws { provider = try TestProvider() }

    private func refused(_ token: TestToken) async throws -> IdentityError? {
        let (client, text) = (provider.client, try token.signed())
        return await refusal { () async throws(IdentityError) in try await client.validateLogoutToken(text) }
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
        #expect(try await refused(token) == .refused(.logoutSubject))
        #expect(try await refused(token.with(claims: ["sid": ""])) == .refused(.logoutSubject))
    }

    @Test(arguments: [nil, ""])
    func tokenWithoutAnIDIsRejected(_ id: String?) async throws {
        #expect(try await refused(provider.logoutToken.with(claims: ["jti": id])) == .refused(.logoutSubject))
    }

    @Test(
        "ASVS-10.5.5 a token without the logout event is rejected",
        arguments: [
            nil, ["x"], "http://schemas.openid.net/event/backchannel-logout", [event: "x"], [event: true],
            ["http://schemas.openid.net/event/backchannel-logout/": [String: String]()], [String: String](),
        ] as [(any Sendable)?])
    func withoutTheEventItIsNoLogout(_ events: (any Sendable)?) async throws {
        #expect(try await refused(provider.logoutToken.with(claims: ["events": events])) == .refused(.events))
    }

    @Test func additionalEventsAndEventMembersAreAllowed() async throws {
        let token = provider.logoutToken.with(claims: ["events": [Self.event: ["x": "y"], "other": [:]]])
        #expect(try await refused(token) == nil)
    }

    @Test("ASVS-10.5.5 a token with a nonce is rejected")
    func aTokenWithANonceIsRefused() async throws {
        #expect(try await refused(provider.logoutToken.with(claims: ["nonce": "n"])) == .refused(.nonce))
        let claims = try provider.logoutToken.claimsText.dropLast() + #","nonce":null}"#
        let token = try TestToken.signed(header: provider.logoutToken.headerText, claims: String(claims))
        let client = provider.client
        let error = await refusal { () async throws(IdentityError) in try await client.validateLogoutToken(token) }
        #expect(error == .refused(.nonce))
    }

    @Test(arguments: [("pages", true), ("app", true), ("other", false)])
    func logoutTokenForAnotherClientIsRejected(_ audience: String, _ counts: Bool) async throws {
        let error = try await refused(provider.logoutToken.with(claims: ["aud": audience]))
        #expect(error == (counts ? nil : .refused(.audience)))
    }

    @Test func logoutTokenWithWrongIssuerOrTimesIsRejected() async throws {
        let (token, now) = (provider.logoutToken, provider.now)
        #expect(try await refused(token.with(claims: ["iss": TestProvider.issuer + "/"])) == .refused(.issuer))
        #expect(try await refused(token.with(claims: ["exp": now - 60])) == nil)
        #expect(try await refused(token.with(claims: ["exp": now - 61])) == .refused(.expired))
        #expect(try await refused(token.with(claims: ["exp": nil as Double?])) == .refused(.expired))
        #expect(try await refused(token.with(claims: ["iat": now - 300])) == nil)
        #expect(try await refused(token.with(claims: ["iat": now - 301])) == .refused(.issueTime))
        #expect(try await refused(token.with(claims: ["iat": now + 61])) == .refused(.issueTime))
    }
}
