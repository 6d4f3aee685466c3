import Foundation
import HTTPTypes
import IdentityTestSupport
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// A passcode reset in a browser with a login at the team's provider.
@Suite struct ProviderPageResetTests {
    @Test("V6 a login at the provider resets the passcode")
    func aLoginAtTheProviderResetsThePasscode() async throws {
        for emails in ["on", "off"] {
            try await TestServer.runWithProvider(["LATCHKEY_MAIL_SIGN_IN": emails]) { server, provider in
                let session = try await server.lockedBrowser(provider)
                let other = try await server.signIn(by: provider)
                let lock = try await server.get("/lock?next=/tickets", cookie: session).text
                #expect(lock.contains(#"href="/reset-passcode/provider?next=/tickets""#))
                #expect(!lock.contains(#"data-part="forgot""#) && !lock.contains(#"data-part="send-reset""#))
                let way = try await server.goOutToReset(session, "?next=/tickets")
                #expect(way.query["max_age"] == "0" && way.query["prompt"] == "login")
                // A further trusted audience changes nothing.
                let audiences: [String: (any Sendable)?] = ["aud": ["pages", "trusted"], "azp": "pages"]
                let back = try await server.comeBack(way, provider, claims: audiences)
                #expect(back.status == 303)
                #expect(back.headers[.location] == "/reset-passcode?provider&next=/tickets")
                let cookies = back.headers[values: .setCookie]
                let proof = try #require(cookies.first { $0.hasPrefix("__Host-latchkey-reset=") })
                for part in ["Secure", "HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=600"] {
                    #expect(proof.contains(part), "\(part)")
                }
                // The redirect signs no one in, and changes nothing.
                #expect(!cookies.contains { $0.hasPrefix("__Host-latchkey=") })
                #expect(try await server.get("/api/auth/sessions", cookie: session).status == 423)
                #expect(try await server.status(other) == 423)
                let done = try await server.choose("580293", session: session, back)
                #expect(done.status == 200, "\(done.problem)")
                #expect(try done.decode(CookieSessionResponse.self).user.locked == false)
                #expect(done.headers[values: .setCookie].contains { $0.hasPrefix("__Host-latchkey-reset=;") })
                #expect(try await server.status(other) == 401)
                #expect(try await server.storedSessions().count == 1)
                #expect(try await server.verify("580293", server.signIn(by: provider)).status == 200)
            }
        }
    }

    @Test(
        "V16 ASVS-6.8.4 the login must be new and recent")
    func theLoginMustBeNewAndRecent() async throws {
        try await TestServer.runWithProvider { server, provider in
            let session = try await server.lockedBrowser(provider)
            let now = Double(server.clock.now.seconds)
            // The attempt is consumed immediately: an earlier login is an old session at the provider.
            for time: Double? in [nil, now - 61, now + 61] {
                let way = try await server.goOutToReset(session)
                let back = try await server.comeBack(way, provider, claims: ["auth_time": time])
                #expect(back.problem == "invalid-token", "\(String(describing: time))")
            }
            let early = try await server.goOutToReset(session)
            #expect(try await server.comeBack(early, provider, claims: ["auth_time": now - 60]).status == 303)
            // The attempt takes long, and the login was early.
            let (late, tooLate) = (try await server.goOutToReset(session), try await server.goOutToReset(session))
            server.clock.advance(by: .seconds(301))
            let rejected = try await server.comeBack(tooLate, provider, claims: ["auth_time": now, "jti": "t2"])
            #expect(rejected.problem == "invalid-token")
            #expect(try await server.comeBack(late, provider, claims: ["auth_time": now + 1]).status == 303)
        }
    }

    @Test("V16 another user's or session's login resets nothing")
    func anotherUsersOrSessionsLoginResetsNothing() async throws {
        try await TestServer.runWithProvider { server, provider in
            let session = try await server.lockedBrowser(provider)
            let bob: [String: (any Sendable)?] = ["sub": "bob-1", "email": "bob@example.com"]
            let bobs = try await server.lockedBrowser(provider, bob)
            // Both users have a passcode. The session is Ann's, and Bob signs in.
            let way = try await server.goOutToReset(session)
            #expect(try await server.comeBack(way, provider, claims: bob).problem == "invalid-token")
            // Bob's attempt is not Ann's.
            let other = try await server.comeBack(server.goOutToReset(bobs), provider)
            #expect(other.problem == "invalid-token")
            // Without a session no one is redirected, because the account is unknown.
            let none = try await server.get("/reset-passcode/provider")
            #expect(none.status == 303 && none.headers[.location] == "/sign-in" && none.headers[.setCookie] == nil)
        }
    }

    @Test("V16 an unlinked account is reset only by email")
    func anUnlinkedAccountIsResetOnlyByEmail() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.signInWithPasscode()
            let session = try await server.signInBrowser(provider)
            let lock = try await server.get("/lock", cookie: session).text
            #expect(lock.contains(#"data-part="forgot""#) && !lock.contains("/reset-passcode/provider"))
            let back = try await server.comeBack(server.goOutToReset(session), provider, claims: ["jti": "t2"])
            #expect(back.problem == "invalid-token")
            #expect(try await server.account().identity == nil)
        }
    }

    @Test func anUnlinkedAccountWithoutEmailRequiresTheOperator() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.signInWithPasscode()
            let off = [
                "LATCHKEY_IDENTITY_ISSUER": TestProvider.issuer, "LATCHKEY_IDENTITY_CLIENT_ID": "pages",
                "LATCHKEY_IDENTITY_NAME": "Desk", "LATCHKEY_IDENTITY_AUDIENCES": "app", "LATCHKEY_MAIL_SIGN_IN": "off",
            ]
            try await TestServer.run(environment: off, sharing: server, provider: provider) { (server) async throws in
                let session = try await server.signInBrowser(provider)
                let lock = try await server.get("/lock", cookie: session).text
                #expect(lock.contains(#"data-part="contact-operator""#) && lock.contains("not linked to Desk yet"))
                // Neither page offers a reset.
                #expect(!lock.contains(#"data-part="forgot""#) && !lock.contains("/reset-passcode/provider"))
                // Like `users remove`. The next sign-in creates a linked account.
                _ = try await AccountAdministration(
                    store: server.dependencies.store, activity: server.parts.activity, rules: TeamRules()
                ).remove(EmailAddress(member: "ann@example.com"))
                let next = try await server.signInBrowser(provider, ["jti": "t2"])
                let set = try await server.post("/api/auth/set-passcode", #"{"passcode":"580293"}"#, cookie: next)
                #expect(set.status == 200)
                #expect(try await server.account().identity?.subject == "ann-1")
                let own = try await server.get("/lock?again", cookie: set.cookie ?? "").text
                #expect(own.contains("/reset-passcode/provider") && !own.contains(#"data-part="contact-operator""#))
            }
        }
    }

    @Test("V16 reset and sign-in attempts are not interchangeable")
    func resetAndSignInAttemptsAreNotInterchangeable() async throws {
        try await TestServer.runWithProvider { server, provider in
            let session = try await server.lockedBrowser(provider)
            let (toReset, toSignIn) = (try await server.goOutToReset(session), try await server.goOut())
            // The state of one attempt with the cookie of the other.
            for (way, cookie) in [(toReset, toSignIn.cookie), (toSignIn, toReset.cookie)] {
                #expect(try await server.comeBack(way, provider, cookie: cookie).problem == "invalid-token")
            }
            // A new session at the provider is no proof for a reset.
            let back = try await server.comeBack(toSignIn, provider, claims: ["jti": "t2"])
            #expect(back.headers[values: .setCookie].allSatisfy { !$0.hasPrefix("__Host-latchkey-reset=") })
            #expect(try await server.choose("580293", session: session, back).status == 400)
            // The cookies of an attempt and of a proof are not interchangeable.
            let renamed = ProviderResetCookie.name + toReset.cookie.drop { $0 != "=" }
            #expect(try await server.choose("580293", session: session, proof: renamed).status == 400)
        }
    }

    @Test("V16 the redirect and its proof are single-use")
    func theRedirectAndItsProofAreSingleUse() async throws {
        try await TestServer.runWithProvider { server, provider in
            let session = try await server.lockedBrowser(provider)
            let way = try await server.goOutToReset(session)
            let back = try await server.comeBack(way, provider)
            // Even if the provider accepts a code twice, and before the passcode is set.
            let reloaded = try await server.comeBack(way, provider, claims: ["jti": "t2"])
            #expect(reloaded.headers[.location] == "/reset-passcode?provider" && reloaded.headers[.setCookie] == nil)
            #expect(try await server.choose("123456", session: session, back).problem == "weak-passcode")
            let foreign = try await server.choose("580293", session: nil, back, site: "cross-site")
            #expect(foreign.problem == "cross-site-request")
            let done = try await server.choose("580293", session: session, back)
            #expect(done.status == 200)
            let again = try await server.choose("692741", session: done.cookie ?? "", back)
            #expect(again.problem == "invalid-token")
        }
    }

    @Test("V16 the proof expires after ten minutes or a logout")
    func theProofExpiresAfterTenMinutesOrALogout() async throws {
        try await TestServer.runWithProvider { server, provider in
            let session = try await server.lockedBrowser(provider)
            let back = try await server.comeBack(server.goOutToReset(session), provider, claims: ["sid": "s7"])
            let proof = try #require(back.resetCookie)
            #expect(try await server.choose("580293", session: session, proof: proof + "A").status == 400)
            #expect(try await server.choose("580293", session: session, proof: "").status == 400)
            let late = try await server.comeBack(
                server.goOutToReset(session), provider, claims: ["sid": "s8", "jti": "t2"])
            _ = try await server.logOut(provider, ["sid": "s7"])
            #expect(try await server.choose("580293", session: session, back).problem == "invalid-token")
            server.clock.advance(by: .minutes(10))
            #expect(try await server.choose("580293", session: session, late).status == 400)
            #expect(try await server.account().identity?.subject == "ann-1")
        }
    }

    @Test(
        "V12 the reset proof requires the same origin",
        arguments: ["cross-site", "same-site", "none"])
    func theResetProofRequiresTheSameOrigin(_ site: String) async throws {
        try await TestServer.runWithProvider { server, provider in
            let session = try await server.lockedBrowser(provider)
            let back = try await server.comeBack(server.goOutToReset(session), provider)
            for transport in [nil, "bearer"] {
                let response = try await server.choose("580293", session: nil, back, transport: transport, site: site)
                #expect(response.problem == "cross-site-request", "\(transport ?? "none")")
            }
            #expect(try await server.verify(TestServer.passcode, cookie: session).status == 200)
        }
    }

    @Test("V16 a proof in the body takes precedence over the cookie")
    func aProofInTheBodyTakesPrecedenceOverTheCookie() async throws {
        try await TestServer.runWithProvider { server, provider in
            let session = try await server.lockedBrowser(provider)
            let back = try await server.comeBack(server.goOutToReset(session), provider)
            let emailed = try await server.choose("580293", session: session, back, member: #""token":"junk","#)
            #expect(emailed.problem == "invalid-code")
            #expect(try await server.choose("580293", session: session, back).status == 200)
        }
    }
}

extension TestServer {
    /// Returns the secret of a locked browser session, of an account with a passcode.
    fileprivate func lockedBrowser(
        _ provider: TestProvider, _ claims: [String: (any Sendable)?] = [:]
    ) async throws -> String {
        let session = try await signInBrowser(provider, claims)
        let set = try await post("/api/auth/set-passcode", #"{"passcode":"\#(Self.passcode)"}"#, cookie: session)
        let unlocked = try #require(set.cookie)
        let locked = try await post("/api/auth/lock", cookie: unlocked)
        #expect(locked.status == 200 || locked.status == 204)
        return locked.cookie ?? unlocked
    }

    /// Sends the page's call with the browser's proof.
    fileprivate func choose(
        _ passcode: String, session: String?, _ back: TestResponse? = nil, proof: String? = nil,
        member: String = "", transport: String? = "cookie", site: String = "same-origin"
    ) async throws -> TestResponse {
        let transport = transport.map { #","transport":"\#($0)""# } ?? ""
        let cookies = [session.map { "\(SessionCookie.name)=\($0)" }, proof ?? back?.resetCookie]
        return try await send(
            .post, "/api/auth/reset-passcode", #"{\#(member)"new_passcode":"\#(passcode)"\#(transport)}"#,
            headers: ["Cookie": cookies.compactMap(\.self).joined(separator: "; "), "Sec-Fetch-Site": site])
    }
}

extension TestResponse {
    /// The cookie of a browser's reset.
    fileprivate var resetCookie: String? {
        headers[values: .setCookie].first { $0.hasPrefix(ProviderResetCookie.name + "=") }
            .map { String($0.prefix { $0 != ";" }) }
    }
}
