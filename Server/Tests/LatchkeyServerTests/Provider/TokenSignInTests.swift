import Foundation
import HTTPTypes
import IdentityTestSupport
import LatchkeyAPI
import Logging
import Testing

@testable import LatchkeyServer

/// Sign-in with a provider's token of an app.
@Suite struct TokenSignInTests {
    @Test("NIST-5.1-3 NIST-5.1-7 a token starts a recorded session")
    func aTokenStartsARecordedSession() async throws {
        try await TestServer.runWithProvider { server, provider in
            let session = try await server.signIn(by: provider)
            #expect(session.user.email == "ann@example.com" && !session.user.locked && !session.user.hasPasscode)
            #expect(try await server.status(session) == 200)
            let page = try await server.signIn(byToken: server.idToken(provider), transport: "cookie")
            #expect(page.status == 200 && page.cookie != nil)
            let access = try provider.accessToken.with(claims: ["jti": "t2"]).signed()
            #expect(try await server.signIn(byToken: access, type: .accessToken).session().user.id == session.user.id)
            #expect(try await server.storedSessions().count == 3)
            #expect(try await server.takeEmails(to: "ann@example.com").count == 1)
        }
    }

    @Test("V12 a cross-origin cookie sign-in is rejected and consumes nothing")
    func crossOriginCookieSignInIsRejectedAndConsumesNothing() async throws {
        try await TestServer.runWithProvider { server, provider in
            let token = try server.idToken(provider)
            let type = TokenSignInRequest.TokenType.idToken.rawValue
            let foreign = try await server.post(
                "/api/auth/token-sign-in",
                #"{"subject_token":"\#(token)","subject_token_type":"\#(type)","transport":"cookie"}"#)
            #expect(foreign.problem == "cross-site-request" && foreign.cookie == nil)
            #expect(try await server.signIn(byToken: token, transport: "cookie").cookie != nil)
        }
    }

    @Test(
        "V16 NIST-5.1-8 NIST-5.2-6 ASVS-6.3.3 ASVS-6.3.4 an account with an enabled passcode starts locked")
    func anAccountWithAnEnabledPasscodeStartsLocked() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.setPasscode(server.signIn(by: provider))
            let session = try await server.signIn(by: provider)
            #expect(session.user.locked)
            #expect(try await server.status(session) == 423)
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
        }
    }

    @Test(
        "V16 ASVS-10.3.5 ASVS-10.5.1 a token is single-use in any form")
    func aTokenIsSingleUseInAnyForm() async throws {
        try await TestServer.runWithProvider { server, provider in
            let token = try server.idToken(provider)
            #expect(try await server.signIn(byToken: token).status == 200)
            #expect(try await server.signIn(byToken: token).problem == "invalid-token")
            #expect(try await server.storedSessions().count == 1)
            // The record of a used token remains until the token expires, regardless of sweeps.
            server.clock.advance(by: .minutes(5))
            try await server.parts.sweeper.sweep()
            #expect(try await server.signIn(byToken: token).problem == "invalid-token")
        }
    }

    @Test func aUsedTokensRecordIsDeletedAfterExpiry() async throws {
        try await TestServer.runWithProvider { server, provider in
            let token = UsedToken(digest: String(repeating: "ab", count: 32), expiresAt: server.clock.now)
            _ = try await server.dependencies.store.write { try $0.usedTokens.use(token) }
            _ = try await server.signIn(by: provider)
            try await server.parts.sweeper.sweep()
            #expect(try await server.dependencies.store.write { try $0.usedTokens.use(token) })
        }
    }

    @Test func concurrentUsesOfATokenStartOneSession() async throws {
        try await TestServer.runWithProvider { server, provider in
            let token = try server.idToken(provider)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await server.signIn(byToken: token).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 400 } == 7)
            #expect(try await server.storedSessions().count == 1)
        }
    }

    @Test func concurrentFirstSignInsCreateOneAccount() async throws {
        try await TestServer.runWithProvider { server, provider in
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<5 {
                    // The provider may change the address at any time.
                    let email = "ann\(number % 2)@example.com"
                    group.addTask { try await server.signIn(by: provider, ["email": email]).user.id }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(try await AccountList(store: server.dependencies.store).reports().count == 1)
        }
    }

    @Test func anExpiredOrForeignTokenSignsNoOneIn() async throws {
        try await TestServer.runWithProvider { server, provider in
            let now = Double(server.clock.now.seconds)
            for claims: [String: (any Sendable)?] in [
                ["iat": now - 301], ["aud": "other"], ["iss": TestProvider.issuer + "/"], ["sub": nil],
                ["exp": now - 61], ["scope": "openid"], ["azp": "evil"], ["aud": ["app"], "azp": "evil"],
            ] {
                #expect(try await server.rejection(by: provider, claims) == "invalid-token", "\(claims)")
            }
            let logout = try provider.logoutToken.signed()
            #expect(try await server.signIn(byToken: logout).problem == "invalid-token")
            let token = try server.idToken(provider)
            #expect(try await server.signIn(byToken: token, type: .accessToken).problem == "invalid-token")
            let forged = try provider.idToken.signed(by: .otherRSA)
            #expect(try await server.signIn(byToken: forged).problem == "invalid-token")
            #expect(try await AccountList(store: server.dependencies.store).reports().isEmpty)
            // None of these requests has consumed the token.
            #expect(try await server.signIn(byToken: token).status == 200)
        }
    }

    @Test("V16 a provider outage blocks sign-in, not unlock")
    func aProviderOutageBlocksSignInNotUnlock() async throws {
        try await TestServer.runWithProvider { server, provider in
            let session = try await server.setPasscode(server.signIn(by: provider))
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            provider.setDown(true)
            // The keys are cached for an hour.
            server.clock.advance(by: .minutes(61))
            let refreshed = try await server.refresh(session.refreshToken).session()
            let token = try server.idToken(provider)
            let response = try await server.signIn(byToken: token)
            #expect(response.status == 503 && response.problem == "temporarily-unavailable")
            #expect(response.headers[.retryAfter] == "5")
            #expect(try await server.verify(TestServer.passcode, refreshed).status == 200)
            provider.setDown(false)
            server.clock.advance(by: .seconds(5))
            #expect(try await server.signIn(byToken: token).status == 200)
        }
    }

    @Test("V16 an unknown key returns 503 until a retry is allowed")
    func anUnknownKeyReturns503UntilARetryIsAllowed() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.signIn(by: provider)
            provider.setKeys([TestKey.otherRSA.jwk.named("k2")])
            server.clock.advance(by: .milliseconds(20_500))
            let now = Double(server.clock.now.seconds)
            let claims: [String: (any Sendable)?] = ["iat": now, "exp": now + 600, "jti": "new"]
            let token = try provider.idToken.with(header: ["kid": "k2"], claims: claims).signed(by: .otherRSA)
            let response = try await server.signIn(byToken: token)
            #expect(response.status == 503 && response.problem == "temporarily-unavailable")
            #expect(response.headers[.retryAfter] == "40")
            let logout = provider.logoutToken.with(header: ["kid": "k2"], claims: claims)
            let rejected = try await server.logOut("logout_token=" + logout.signed(by: .otherRSA))
            #expect(rejected.status == 503 && rejected.headers[.retryAfter] == "40")
            #expect(provider.questionsForKeys == 1)
            server.clock.advance(by: .seconds(40))
            #expect(try await server.signIn(byToken: token).status == 200)
            #expect(try await server.logOut("logout_token=" + logout.signed(by: .otherRSA)).status == 200)
        }
    }

    @Test("V16 unknown key IDs do not log a provider outage")
    func unknownKeyIDsDoNotLogAProviderOutage() async throws {
        let lines = Shared<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        try await TestServer.runWithProvider(logger: logger) { server, provider in
            _ = try await server.signIn(by: provider)
            server.clock.advance(by: .seconds(10))
            let token = try provider.idToken.with(header: ["kid": "none"]).signed()
            #expect(try await server.signIn(byToken: token).status == 503)
            #expect(lines.value.contains { $0.contains("the provider's keys may be outdated") })
            #expect(!lines.value.contains { $0.contains("stopped") })
        }
    }

    @Test func aSignInTokenMayHave16KiB() async throws {
        try await TestServer.runWithProvider { server, provider in
            func token(_ length: Int) throws -> String {
                // Three bytes of a name are four of the token.
                var token = try server.idToken(provider, ["groups": ""])
                token = try server.idToken(
                    provider, ["groups": String(repeating: "a", count: (length - token.utf8.count - 2) * 3 / 4)])
                return token
            }
            let long = try token(16 * 1024)
            #expect((16 * 1024 - 6...16 * 1024).contains(long.utf8.count))
            #expect(try await server.signIn(byToken: long).status == 200)
            let tooLong = String(repeating: "a", count: 16 * 1024 + 1)
            #expect(try await server.signIn(byToken: tooLong).problem == "invalid-token")
            let body = #"{"subject_token":"\#(String(repeating: "a", count: 20_480))"}"#
            #expect(try await server.post("/api/auth/token-sign-in", body).status == 413)
            #expect(try await server.post("/api/auth/refresh", #"{"refresh_token":"\#(long)"}"#).status == 413)
        }
    }

    @Test("ASVS-2.4.1 sign-ins are limited like emails")
    func signInsAreLimitedLikeEmails() async throws {
        try await TestServer.runWithProvider { server, provider in
            for _ in 0..<5 { _ = try await server.signIn(by: provider) }
            let token = try server.idToken(provider)
            let response = try await server.signIn(byToken: token)
            #expect(response.status == 429 && response.headers[.retryAfter] == "60")
            // Other users and emails have their own limits.
            _ = try await server.signIn(by: provider, ["sub": "bob-1", "email": "bob@example.com"])
            _ = try await server.signIn()
            server.clock.advance(by: .minutes(1))
            // The rejected token was not consumed.
            #expect(try await server.signIn(byToken: token).status == 200)
        }
    }

    @Test("V10 ASVS-16.2.5 no part of a token is logged")
    func noPartOfATokenIsLogged() async throws {
        let lines = Shared<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        try await TestServer.runWithProvider(logger: logger) { server, provider in
            let good = try server.idToken(provider)
            let old = try server.idToken(provider, ["iat": 1.0])
            let foreign = try server.idToken(provider, ["iss": "https://hunter2.example", "sid": "hunter2"])
            var statuses = [200, 400, 400, 400]
            for token in [good, good, old, foreign] {
                #expect(try await server.signIn(byToken: token).status == statuses.removeFirst())
            }
            provider.setDown(true)
            server.clock.advance(by: .minutes(61))
            let late = try server.idToken(provider)
            #expect(try await server.signIn(byToken: late).status == 503)
            let text = lines.value.joined(separator: "\n")
            #expect(text.contains("issueTime") && text.contains("unreachable"))
            for token in [good, old, foreign, late] {
                for part in token.split(separator: ".") { #expect(!text.contains(part)) }
            }
            #expect(!text.contains("hunter2") && !text.contains("ann-1") && !text.contains("ann@example.com"))
        }
    }

    @Test func withoutTheSettingTokenSignInReturns404() async throws {
        try await TestServer.run { server in
            let response = try await server.signIn(byToken: "a.b.c")
            #expect(response.status == 404)
        }
    }
}
