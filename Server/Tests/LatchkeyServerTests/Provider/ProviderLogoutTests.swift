import Foundation
import HTTPTypes
import IdentityTestSupport
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// OpenID Connect Back-Channel Logout 1.0.
@Suite struct ProviderLogoutTests {
    @Test("ASVS-7.6.1 a session of the provider's that ends takes along those that it has begun, and no others")
    func bySid() async throws {
        try await TestServer.runWithProvider { server, provider in
            let one = try await server.signIn(by: provider, ["sid": "s1"])
            let two = try await server.signIn(by: provider, ["sid": "s2"])
            let mailed = try await server.signIn()
            let answer = try await server.logOut(provider, ["sid": "s1", "sub": nil])
            #expect(answer.status == 200 && answer.body.isEmpty && answer.headers[.cacheControl] == "no-store")
            #expect(try await server.status(one) == 401)
            #expect(try await server.status(two) == 200)
            #expect(try await server.status(mailed) == 200)
            #expect(try await server.get("/api/auth/activity", bearer: two.accessToken).text.contains("signed_out"))
        }
    }

    @Test("a logout of one person ends no session of another's, whatever the provider's is called")
    func sidOfAnother() async throws {
        try await TestServer.runWithProvider { server, provider in
            let ann = try await server.signIn(by: provider, ["sid": "s1"])
            let bob = try await server.signIn(
                by: provider, ["sub": "bob-1", "email": "bob@example.com", "sid": "s1"])
            #expect(try await server.logOut(provider, ["sid": "s1"]).status == 200)
            #expect(try await server.status(ann) == 401)
            #expect(try await server.status(bob) == 200)
        }
    }

    @Test("a session that the provider gave no name to ends with any of its person's")
    func nameless() async throws {
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

    @Test("ASVS-7.6.1 a person who is signed out has no session left, however it was begun; others keep theirs")
    func bySubject() async throws {
        try await TestServer.runWithProvider { server, provider in
            let one = try await server.signIn(by: provider)
            let mailed = try await server.signIn()
            let bob = try await server.signIn(by: provider, ["sub": "bob-1", "email": "bob@example.com"])
            #expect(try await server.logOut(provider, ["sid": nil]).status == 200)
            for session in [one, mailed] {
                #expect(try await server.status(session) == 401)
                #expect(try await server.refresh(session.refreshToken).status == 401)
            }
            #expect(try await server.status(bob) == 200)
            // A new sign-in is a new session.
            server.clock.advance(by: .seconds(1))
            #expect(try await server.status(server.signIn(by: provider)) == 200)
        }
    }

    @Test("a session on an account that is nobody's yet ends with the person's, and the owner's does not")
    func notJoined() async throws {
        try await TestServer.runWithProvider { server, provider in
            let owner = try await server.signInWithPasscode()
            let session = try await server.signIn(by: provider)
            #expect(try await server.logOut(provider, ["sid": nil]).status == 200)
            #expect(try await server.status(session) == 401)
            #expect(try await server.status(owner) == 200)
        }
    }

    @Test("a token that the provider made before it ended the session begins none after it")
    func lateToken() async throws {
        try await TestServer.runWithProvider { server, provider in
            let token = try server.idToken(provider, ["sid": "s1"])
            #expect(try await server.logOut(provider, ["sid": "s1"]).status == 200)
            #expect(try await server.signIn(byToken: token).problem == "invalid-token")
            #expect(try await server.refusal(by: provider, ["sid": "s1"]) == "invalid-token")
            _ = try await server.signIn(by: provider, ["sid": "s2"])
        }
    }

    @Test("a token that the provider made before it signed the person out begins no session after it")
    func lateTokenOfThePerson() async throws {
        try await TestServer.runWithProvider { server, provider in
            let token = try server.idToken(provider, ["sid": "s1"])
            let nameless = try server.idToken(provider, ["sid": nil, "name": "Ann A."])
            let bob = try server.idToken(provider, ["sub": "bob-1", "email": "bob@example.com"])
            // Of one session: which of them the nameless token is of, nobody knows.
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

    @Test("V16 a logout token counts once")
    func replayed() async throws {
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

    @Test("what is no logout token ends nothing")
    func refused() async throws {
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
