import Foundation
import HTTPTypes
import IdentityTestSupport
import LatchkeyAPI
import Logging
import Testing

@testable import LatchkeyServer

/// A browser's redirect to the team's provider and back.
@Suite struct ProviderPageTests {
    @Test(
        """
        NIST-5.1.1-7 NIST-5.1.1-9 ASVS-3.3.2 ASVS-3.3.3 ASVS-3.7.3 a browser signs in and returns to the requested \
        page
        """)
    func aBrowserSignsInAndReturnsToTheRequestedPage() async throws {
        try await TestServer.runWithProvider { server, provider in
            let page = try await server.get("/sign-in?next=/tickets?page=2&order=date").text
            #expect(page.contains("Continue with login.example"))
            #expect(page.contains("/sign-in/provider?next=/tickets?page=2&amp;order=date"))
            let way = try await server.goOut("?next=/tickets?page=2&order=date")
            #expect(way.location.hasPrefix("https://login.example/authorize?"))
            #expect(way.query["redirect_uri"] == TestServer.origin + "/sign-in/provider/return")
            #expect(way.query["code_challenge_method"] == "S256" && way.query["response_type"] == "code")
            // The browser must not learn nonce and verifier.
            #expect(!way.cookie.contains(try #require(way.query["nonce"])))
            for part in ["__Host-", "Secure", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600"] {
                #expect(way.setCookie.contains(part), "\(part)")
            }
            let back = try await server.comeBack(way, provider)
            #expect(back.status == 303)
            #expect(back.headers[.location] == "/sign-in?offer-passcode&next=/tickets?page=2&order=date")
            let cookies = back.headers[values: .setCookie]
            #expect(cookies.contains { $0.hasPrefix("__Host-latchkey=") && $0.contains("SameSite=Strict") })
            let session = try #require(back.cookie)
            #expect(try await server.get("/api/auth/me", cookie: session).text.contains("ann@example.com"))
        }
    }

    @Test("ASVS-3.3.5 ASVS-4.2.5 an overlong return path is ignored")
    func anOverlongReturnPathIsIgnored() async throws {
        try await TestServer.runWithProvider { server, provider in
            for (length, returns) in [(1024, true), (1025, false)] {
                let path = "/" + String(repeating: "a", count: length - 1)
                let way = try await server.goOut("?next=" + path)
                // The minimum that browsers store (RFC 6265, 6.1).
                #expect(way.setCookie.utf8.count <= 4096)
                let back = try await server.comeBack(way, provider, claims: ["jti": "t\(length)"])
                let page = "/sign-in?offer-passcode"
                #expect(back.headers[.location] == (returns ? page + "&next=" + path : page))
            }
        }
    }

    @Test("V16 ASVS-2.3.1 ASVS-10.2.1 an attempt is bound to one browser for ten minutes")
    func anAttemptIsBoundToOneBrowserForTenMinutes() async throws {
        try await TestServer.runWithProvider { server, provider in
            let way = try await server.goOut()
            let other = try await server.goOut()
            // Rejected: no cookie, another browser's cookie, and another state.
            #expect(try await server.comeBack(way, provider, cookie: "").problem == "invalid-token")
            #expect(try await server.comeBack(way, provider, cookie: other.cookie).problem == "invalid-token")
            #expect(try await server.comeBack(way, provider, cookie: way.cookie + "A").problem == "invalid-token")
            #expect(try await server.comeBack(way, provider, query: "code=c").problem == "invalid-token")
            #expect(try await server.comeBack(way, provider).status == 303)
            // Even if the provider accepts a code twice. A reload or "back" leads to the page without a session.
            let reloaded = try await server.comeBack(way, provider, claims: ["jti": "t2"])
            #expect(reloaded.headers[.location] == "/sign-in" && reloaded.headers[.setCookie] == nil)
            #expect(provider.questions("/token").count == 1)
            #expect(try await server.storedSessions().count == 1)
            server.clock.advance(by: .minutes(10))
            #expect(try await server.comeBack(other, provider).problem == "invalid-token")
        }
    }

    @Test("ASVS-10.2.2 a mixed-up response signs no one in")
    func aMixedUpResponseSignsNoOneIn() async throws {
        try await TestServer.runWithProvider { server, provider in
            let mixed = try await server.goOut()
            let state = try #require(mixed.query["state"])
            let foreign = "code=c&state=\(state)&iss=https://other.example"
            #expect(try await server.comeBack(mixed, provider, query: foreign).problem == "invalid-token")
            for claims: [String: (any Sendable)?] in [
                ["nonce": "other"], ["nonce": nil], ["aud": "app"], ["exp": 1.0],
            ] {
                let back = try await server.comeBack(server.goOut(), provider, claims: claims)
                #expect(back.problem == "invalid-token", "\(claims)")
            }
            #expect(try await AccountList(store: server.dependencies.store).reports().isEmpty)
        }
    }

    @Test("V16 a wrong code consumes the attempt")
    func aWrongCodeConsumesTheAttempt() async throws {
        try await TestServer.runWithProvider { server, provider in
            let way = try await server.goOut()
            provider.setExchangeStatus(400)
            provider.set("/token", ["error": "invalid_grant"])
            let rejected = try await server.comeBack(way, provider)
            #expect(rejected.problem == "invalid-token")
            let name = String(way.cookie.prefix { $0 != "=" })
            #expect(
                rejected.headers[values: .setCookie].contains { $0.hasPrefix(name + "=;") && $0.contains("Max-Age=0") })
            provider.setExchangeStatus(200)
            // A program may keep the cookie.
            for _ in 0..<20 { #expect(try await server.comeBack(way, provider).status == 303) }
            #expect(provider.questions("/token").count == 1)
            #expect(try await server.dependencies.store.read { try $0.accounts.find(email: "ann@example.com") } == nil)
        }
    }

    @Test func withoutUserInfoOnlyLinkedUsersSignIn() async throws {
        try await TestServer.runWithProvider { server, provider in
            provider.setMetadata(["userinfo_endpoint": "https://login.example/absent"])
            let none: [String: (any Sendable)?] = ["email": nil, "email_verified": nil]
            let unknown = try await server.comeBack(server.goOut(), provider, claims: none)
            #expect(unknown.problem == "temporarily-unavailable")
            _ = try await server.signIn(by: provider)
            _ = try await server.signInBrowser(provider, none.merging(["jti": "t2"]) { $1 })
        }
    }

    @Test("V16 two tabs can sign in concurrently")
    func twoTabsCanSignInConcurrently() async throws {
        try await TestServer.runWithProvider { server, provider in
            var jar: [String] = []
            var ways: [ProviderRedirect] = []
            for page in 0..<4 {
                let (way, kept) = try await server.goOut(to: page, with: jar)
                ways.append(way)
                // The latest three attempts are valid.
                #expect(kept.count == min(page + 1, 3))
                jar = kept
                server.clock.advance(by: .seconds(1))
            }
            let cookies = jar.joined(separator: "; ")
            #expect(try await server.comeBack(ways[0], provider, cookie: cookies).problem == "invalid-token")
            for page in [3, 1, 2] {
                let back = try await server.comeBack(ways[page], provider, cookie: cookies, claims: ["jti": "t\(page)"])
                #expect(back.headers[.location] == "/sign-in?offer-passcode&next=/\(page)")
            }
            let reloaded = try await server.comeBack(ways[1], provider, cookie: cookies)
            #expect(reloaded.headers[.location] == "/sign-in?next=/1")
        }
    }

    @Test("V16 a navigation from another site goes to sign-in", arguments: ["cross-site", "same-site"])
    func aNavigationFromAnotherSiteGoesToSignIn(_ site: String) async throws {
        try await TestServer.runWithProvider { server, _ in
            let sent = try await server.send(
                .get, "/sign-in/provider?next=/tickets", headers: ["Sec-Fetch-Site": site])
            #expect(sent.headers[.location] == "/sign-in?next=/tickets" && sent.headers[.setCookie] == nil)
            for own in ["same-origin", "none"] {
                let sent = try await server.send(.get, "/sign-in/provider", headers: ["Sec-Fetch-Site": own])
                #expect(sent.headers[.location]?.hasPrefix("https://login.example/") == true)
            }
        }
    }

    @Test func aProviderErrorShowsAPageAndCreatesNoSession() async throws {
        try await TestServer.runWithProvider { server, provider in
            let way = try await server.goOut()
            let state = try #require(way.query["state"])
            let response = try await server.comeBack(
                way, provider, query: "error=access_denied&error_description=hunter2&state=\(state)",
                accept: "text/html")
            #expect(response.status == 400 && response.text.contains("Sign-in failed"))
            #expect(response.headers[values: .setCookie].allSatisfy { $0.contains("Max-Age=0") })
            #expect(!response.text.contains("hunter2"))
            let late = try await server.goOut()
            provider.setDown(true)
            #expect(try await server.comeBack(late, provider, accept: "text/html").status == 503)
        }
    }

    @Test(
        "V16 ASVS-16.3.4 ASVS-16.5.2 a provider outage shows a page and logs one line")
    func aProviderOutageShowsAPageAndLogsOneLine() async throws {
        let lines = Shared<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        try await TestServer.runWithProvider(["LATCHKEY_IDENTITY_NAME": "Desk <ID>"], logger: logger) {
            server, provider in
            provider.setDown(true)
            await server.parts.providerCheck?.tokens.prepare()
            for _ in 0..<3 {
                let page = try await server.send(.get, "/sign-in/provider", headers: ["Accept": "text/html"])
                #expect(page.status == 503 && page.headers[.retryAfter] == "5" && page.headers[.setCookie] == nil)
                #expect(page.text.contains("This server cannot reach Desk &lt;ID&gt;"))
                #expect(page.text.contains("you can still unlock with the passcode"))
                #expect(try await server.get("/sign-in/provider").problem == "temporarily-unavailable")
                server.clock.advance(by: .seconds(5))
            }
            let told = lines.value.filter { $0.contains("sign-in by the team's provider") }
            #expect(told.count == 1 && told.allSatisfy { $0.contains("LATCHKEY_IDENTITY_ISSUER") }, "\(told)")
            #expect(told.allSatisfy { $0.contains("stopped") && $0.contains(TestProvider.issuer) })
            provider.setDown(false)
            #expect(try await server.get("/sign-in/provider").status == 303)
            #expect(lines.value.count { $0.contains("sign-in by the team's provider works again") } == 1)
        }
    }

    @Test func withoutEmailSignInOnlyTheProviderButtonIsShown() async throws {
        try await TestServer.runWithProvider(
            ["LATCHKEY_MAIL_SIGN_IN": "off", "LATCHKEY_IDENTITY_NAME": "Desk <ID>"]
        ) { server, _ in
            let page = try await server.get("/sign-in").text
            #expect(page.contains("Continue with Desk &lt;ID&gt;") && !page.contains("email-form"))
        }
        try await TestServer.run { server in
            let page = try await server.get("/sign-in").text
            #expect(page.contains("email-form") && !page.contains("/sign-in/provider"))
        }
    }
}

extension TestServer {
    /// Redirects a browser again. Returns the attempt and the browser's cookies.
    fileprivate func goOut(to page: Int, with jar: [String]) async throws -> (ProviderRedirect, [String]) {
        let sent = try await send(
            .get, "/sign-in/provider?next=/\(page)", headers: ["Cookie": jar.joined(separator: "; ")])
        let cookies = sent.headers[values: .setCookie]
        let new = try #require(cookies.first { !$0.contains("Max-Age=0") })
        let way = ProviderRedirect(location: try #require(sent.headers[.location]), setCookie: new)
        var kept = jar
        for ended in cookies where ended != new {
            let name = String(ended.prefix { $0 != "=" })
            kept.removeAll { $0.hasPrefix(name + "=") }
        }
        return (way, kept + [way.cookie])
    }
}
