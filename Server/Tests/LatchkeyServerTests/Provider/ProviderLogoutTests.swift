import Foundation
import HTTPTypes
import IdentityTestSupport
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// OpenID Connect Back-Channel Logout 1.0.
@Suite struct ProviderLogoutTests {
    @Test("ASVS-7.6.1 an ended provider session ends its own sessions only")
    func anEndedProviderSessionEndsItsOwnSessionsOnly() async throws {
        try await TestServer.runWithProvider { server, provider in
            let one = try await server.signIn(by: provider, ["sid": "s1"])
            let two = try await server.signIn(by: provider, ["sid": "s2"])
            let emailed = try await server.signIn()
            let response = try await server.logOut(provider, ["sid": "s1", "sub": nil])
            #expect(response.status == 200 && response.body.isEmpty && response.headers[.cacheControl] == "no-store")
            #expect(try await server.status(one) == 401)
            #expect(try await server.status(two) == 200)
            #expect(try await server.status(emailed) == 200)
            #expect(try await server.get("/api/auth/activity", bearer: two.accessToken).text.contains("signed_out"))
        }
    }

    @Test func aLogoutEndsNoSessionOfAnotherUser() async throws {
        try await TestServer.runWithProvider { server, provider in
            let ann = try await server.signIn(by: provider, ["sid": "s1"])
            let bob = try await server.signIn(
                by: provider, ["sub": "bob-1", "email": "bob@example.com", "sid": "s1"])
            #expect(try await server.logOut(provider, ["sid": "s1"]).status == 200)
            #expect(try await server.status(ann) == 401)
            #expect(try await server.status(bob) == 200)
        }
    }

    @Test func aSessionWithoutAProviderSessionEndsWithAny() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.signIn(by: provider, ["sid": "s9"])
            let access = try provider.accessToken.signed()
            let session = try await server.signIn(byToken: access, type: .accessToken).session()
            #expect(try await server.logOut(provider, ["sid": "s1", "sub": nil]).status == 200)
            #expect(try await server.status(session) == 200)
            #expect(try await server.logOut(provider, ["sid": "s2"]).status == 200)
            #expect(try await server.status(session) == 401)
        }
    }

    @Test("ASVS-7.6.1 a user's logout ends all the user's sessions")
    func aUsersLogoutEndsAllTheUsersSessions() async throws {
        try await TestServer.runWithProvider { server, provider in
            let one = try await server.signIn(by: provider)
            let emailed = try await server.signIn()
            let bob = try await server.signIn(by: provider, ["sub": "bob-1", "email": "bob@example.com"])
            #expect(try await server.logOut(provider, ["sid": nil]).status == 200)
            for session in [one, emailed] {
                #expect(try await server.status(session) == 401)
                #expect(try await server.refresh(session.refreshToken).status == 401)
            }
            #expect(try await server.status(bob) == 200)
            // A new sign-in is a new session.
            server.clock.advance(by: .seconds(1))
            #expect(try await server.status(server.signIn(by: provider)) == 200)
        }
    }

    @Test func aLogoutOnAnUnlinkedAccountSparesTheOwnersSessions() async throws {
        try await TestServer.runWithProvider { server, provider in
            let owner = try await server.signInWithPasscode()
            let session = try await server.signIn(by: provider)
            #expect(try await server.logOut(provider, ["sid": nil]).status == 200)
            #expect(try await server.status(session) == 401)
            #expect(try await server.status(owner) == 200)
        }
    }

    @Test func tokensOfAnEndedProviderSessionStartNoSession() async throws {
        try await TestServer.runWithProvider { server, provider in
            let token = try server.idToken(provider, ["sid": "s1"])
            #expect(try await server.logOut(provider, ["sid": "s1"]).status == 200)
            #expect(try await server.signIn(byToken: token).problem == "invalid-token")
            #expect(try await server.rejection(by: provider, ["sid": "s1"]) == "invalid-token")
            _ = try await server.signIn(by: provider, ["sid": "s2"])
        }
    }

    @Test func tokensIssuedBeforeAUsersLogoutStartNoSession() async throws {
        try await TestServer.runWithProvider { server, provider in
            let token = try server.idToken(provider, ["sid": "s1"])
            let nameless = try server.idToken(provider, ["sid": nil, "name": "Ann A."])
            let bob = try server.idToken(provider, ["sub": "bob-1", "email": "bob@example.com"])
            // Logs out one session. It is unknown which one the token without `sid` belongs to.
            #expect(try await server.logOut(provider, ["sid": "s2"]).status == 200)
            #expect(try await server.signIn(byToken: nameless).problem == "invalid-token")
            #expect(try await server.signIn(byToken: token).status == 200)

            server.clock.advance(by: .seconds(1))
            let late = try server.idToken(provider, ["sid": "s3"])
            for seconds in [1, 200] {
                server.clock.advance(by: .seconds(seconds))
                #expect(try await server.logOut(provider, ["sid": nil, "jti": "l\(seconds)"]).status == 200)
                #expect(try await server.signIn(byToken: late).problem == "invalid-token")
            }
            #expect(try await server.signIn(byToken: bob).status == 200)
            server.clock.advance(by: .seconds(1))
            _ = try await server.signIn(by: provider, ["sid": nil])
        }
    }

    @Test("V16 a logout token is single-use")
    func aLogoutTokenIsSingleUse() async throws {
        try await TestServer.runWithProvider { server, provider in
            #expect(try await server.logOut(provider, ["sid": nil, "jti": "l1"]).status == 200)
            server.clock.advance(by: .seconds(1))
            let session = try await server.signIn(by: provider)
            let again = try await server.logOut(provider, ["sid": nil, "jti": "l1"])
            #expect(again.status == 400 && again.problem == "invalid-token")
            #expect(again.headers[.cacheControl] == "no-store")
            #expect(try await server.status(session) == 200)
        }
    }

    @Test func anInvalidLogoutTokenEndsNothing() async throws {
        try await TestServer.runWithProvider { server, provider in
            let session = try await server.signIn(by: provider)
            for claims: [String: (any Sendable)?] in [
                ["nonce": "n"], ["events": nil], ["jti": nil], ["aud": "other"], ["sub": nil, "sid": nil],
            ] {
                #expect(try await server.logOut(provider, claims).problem == "invalid-token", "\(claims)")
            }
            let token = try server.idToken(provider)
            #expect(try await server.logOut("logout_token=" + token).problem == "invalid-token")
            for form in ["", "logout_token=", "token=" + token, "logout_token=a&logout_token=b"] {
                #expect(try await server.logOut(form).status == 400, "\(form)")
            }
            provider.setDown(true)
            server.clock.advance(by: .minutes(61))
            #expect(try await server.logOut(provider).status == 503)
            let later = try await server.refresh(session.refreshToken).session()
            #expect(try await server.status(later) == 200)
        }
    }
}
