import Foundation
import HTTPTypes
import IdentityTestSupport
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// A passcode reset with a login at the team's provider instead of an email.
@Suite struct ProviderResetTests {
    @Test func aRecentLoginAllowsANewPasscodeWithoutEmail() async throws {
        for emails in ["on", "off"] {
            try await TestServer.runWithProvider(["LATCHKEY_MAIL_SIGN_IN": emails]) { server, provider in
                let old = try await server.setPasscode(server.signIn(by: provider))
                let new = try await server.reset(provider).session()
                #expect(!new.user.locked && new.user.id == old.user.id)
                #expect(try await server.status(old) == 401)
                _ = try await server.post("/api/auth/lock", bearer: new.accessToken)
                #expect(try await server.verify(TestServer.passcode, new).problem == "incorrect-passcode")
                #expect(try await server.verify("580293", new).status == 200)
            }
        }
    }

    @Test("NIST-5.2-6 ASVS-6.4.3 ASVS-6.8.4 ASVS-10.3.4 the login must be at most five minutes old")
    func theLoginMustBeAtMostFiveMinutesOld() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.setPasscode(server.signIn(by: provider))
            let now = Double(server.clock.now.seconds)
            for time: Double? in [nil, now - 301, now + 61] {
                #expect(try await server.reset(provider, ["auth_time": time]).problem == "invalid-token")
            }
            #expect(try await server.reset(provider, ["auth_time": now - 300]).status == 200)
        }
    }

    @Test("V16 another user with the same address resets nothing")
    func anotherUserWithTheSameAddressResetsNothing() async throws {
        try await TestServer.runWithProvider { server, provider in
            // The account was created by email, and is not linked yet.
            let owner = try await server.signInWithPasscode()
            #expect(try await server.reset(provider).problem == "invalid-token")
            let session = try await server.signIn(by: provider)
            #expect(try await server.reset(provider).problem == "invalid-token")
            #expect(try await server.status(owner) == 200)
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
            #expect(try await server.reset(provider, ["sub": "ann-2"]).problem == "invalid-token")
            #expect(try await server.reset(provider).status == 200)
        }
    }

    @Test("V16 a token with other audiences resets nothing")
    func aTokenWithOtherAudiencesResetsNothing() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.setPasscode(server.signIn(by: provider))
            let now = Double(server.clock.now.seconds)
            func token(_ audience: any Sendable) throws -> String {
                try provider.accessToken.with(claims: [
                    "aud": audience, "iat": now, "exp": now + 600, "auth_time": now - 30, "jti": UUID().uuidString,
                ]).signed()
            }
            let others = try token(["app", "other"])
            #expect(try await server.reset(byToken: others, type: .accessToken).problem == "invalid-token")
            #expect(try await server.signIn(byToken: others, type: .accessToken).status == 200)
            let trusted = try server.idToken(provider, ["aud": ["app", "trusted"], "azp": "app"])
            #expect(try await server.reset(byToken: trusted).problem == "invalid-token")
            #expect(try await server.signIn(byToken: trusted).problem.isEmpty)
            #expect(try await server.reset(byToken: token("app"), type: .accessToken).status == 200)
        }
    }

    @Test("V9 a used token causes no hashing, and resets are limited")
    func aUsedTokenCausesNoHashingAndResetsAreLimited() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.setPasscode(server.signIn(by: provider))
            let token = try server.idToken(provider)
            #expect(try await server.reset(byToken: token).status == 200)
            let hashes = server.hasher.hashes
            for _ in 0..<3 { #expect(try await server.reset(byToken: token).problem == "invalid-token") }
            #expect(server.hasher.hashes == hashes)
            // Each call has its own token, and all run concurrently. The rate limit is that of sign-ins, of which two
            // are used.
            let tokens = try (0..<8).map { _ in try server.idToken(provider) }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for token in tokens { group.addTask { try await server.reset(byToken: token, to: "481926").status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 429 } >= 5)
            #expect(server.hasher.hashes - hashes <= 3)
        }
    }

    @Test func aTokenIsSingleUseUnlessThePasscodeIsRejected() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.setPasscode(server.signIn(by: provider))
            let token = try server.idToken(provider)
            #expect(try await server.reset(byToken: token, to: "123456").problem == "weak-passcode")
            #expect(try await server.reset(byToken: token).status == 200)
            #expect(try await server.reset(byToken: token).problem == "invalid-token")
            #expect(try await server.signIn(byToken: token).problem == "invalid-token")
            let used = try server.idToken(provider)
            #expect(try await server.signIn(byToken: used).status == 200)
            #expect(try await server.reset(byToken: used).problem == "invalid-token")
        }
    }

    @Test("V16 accounts without passcode and suspended ones are not reset")
    func accountsWithoutPasscodeAndSuspendedOnesAreNotReset() async throws {
        try await TestServer.runWithProvider { server, provider in
            let session = try await server.signIn(by: provider)
            #expect(try await server.reset(provider).problem == "invalid-token")
            #expect(try await server.status(session) == 200)
            _ = try await server.setPasscode(session)
            let address = try #require(EmailAddress("ann@example.com"))
            let administration = AccountAdministration(
                store: server.dependencies.store, activity: server.parts.activity, rules: TeamRules())
            _ = try await administration.apply(.suspend, to: address)
            #expect(try await server.reset(provider).problem == "invalid-token")
            _ = try await administration.apply(.resume, to: address)
            #expect(try await server.reset(provider).status == 200)
        }
    }

    @Test func aResetsSessionEndsWithItsProviderSession() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.setPasscode(server.signIn(by: provider, ["sid": "s1"]))
            let session = try await server.reset(provider, ["sid": "s2"]).session()
            #expect(try await server.logOut(provider, ["sid": "s1", "sub": nil]).status == 200)
            #expect(try await server.status(session) == 200)
            #expect(try await server.logOut(provider, ["sid": "s2", "sub": nil]).status == 200)
            #expect(try await server.status(session) == 401)
        }
    }
}

extension TestServer {
    fileprivate func reset(
        _ provider: TestProvider, _ claims: [String: (any Sendable)?] = [:]
    ) async throws -> TestResponse {
        try await reset(byToken: idToken(provider, claims))
    }

    fileprivate func reset(
        byToken token: String, type: TokenSignInRequest.TokenType = .idToken, to passcode: String = "580293"
    ) async throws -> TestResponse {
        try await post(
            "/api/auth/reset-passcode",
            #"{"subject_token":"\#(token)","subject_token_type":"\#(type.rawValue)","new_passcode":"\#(passcode)","#
                + #""transport":"bearer"}"#)
    }
}
