import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct CrossSiteTests {
    /// Headers of a browser, and whether they prove a page of this server.
    private static let senders: [(headers: [String: String], isOwn: Bool)] = [
        (["Sec-Fetch-Site": "same-origin"], true),
        (["Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"], true),
        (["Sec-Fetch-Site": "same-site", "Origin": TestServer.origin], false),
        (["Sec-Fetch-Site": "cross-site", "Origin": TestServer.origin], false),
        (["Sec-Fetch-Site": "none", "Origin": TestServer.origin], false),
        (["Sec-Fetch-Site": "Same-Origin"], false), (["Sec-Fetch-Site": ""], false),
        (["Origin": TestServer.origin], true), (["Origin": "https://evil.example"], false),
        (["Origin": TestServer.origin + "/"], false), (["Origin": "http://127.0.0.1"], false),
        (["Origin": "null"], false), ([:], false),
    ]

    /// Sends like a browser: the cookie is included for any page.
    private func send(
        _ server: TestServer, _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, cookie: String,
        _ headers: [String: String]
    ) async throws -> TestResponse {
        let all = headers.merging(["Cookie": "a=b; \(SessionCookie.name)=\(cookie)"]) { own, _ in own }
        return try await server.send(method, path, json, headers: all)
    }

    @Test("V12 NIST-5.1-18 ASVS-3.5.1 an unsafe method with a cookie requires the origin", arguments: senders)
    func anUnsafeMethodWithACookieRequiresTheOrigin(headers: [String: String], isOwn: Bool) async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            for (method, path, json, status) in [
                (.patch, "/api/auth/passcode-settings", "{}", 200), (.delete, "/api/auth/sessions", nil, 204),
                (.post, "/api/auth/magic-link", #"{"email":"ann@example.com"}"#, 202),
                (.post, "/api/auth/lock", nil, 204), (.post, "/api/auth/logout", nil, 204),
            ] as [(HTTPRequest.Method, String, String?, Int)] {
                let response = try await send(server, method, path, json, cookie: cookie, headers)
                #expect(response.status == (isOwn ? status : 403), "\(path)")
                #expect(isOwn || response.problem == "cross-site-request", "\(path)")
            }
            let sessions = try await server.storedSessions()
            #expect(sessions.count == (isOwn ? 0 : 1))
            #expect(isOwn || sessions.first?.lock == nil)
        }
    }

    @Test("V1 ASVS-3.5.1 a foreign page cannot spend an attempt")
    func aForeignPageCannotSpendAnAttempt() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            for sender in Self.senders where !sender.isOwn {
                let response = try await send(
                    server, .post, "/api/auth/verify-passcode", #"{"passcode":"739106"}"#, cookie: cookie,
                    sender.headers)
                #expect(response.problem == "cross-site-request")
            }
            #expect(server.hasher.checks == 0)
            #expect(try await server.account().failures == 0)
        }
    }

    @Test("V12 safe methods with a cookie are allowed for every site", arguments: senders)
    func safeMethodsWithACookieAreAllowedForEverySite(headers: [String: String], isOwn: Bool) async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPage()
            for method in [HTTPRequest.Method.get, .head] {
                #expect(try await send(server, method, "/api/auth/me", cookie: cookie, headers).status == 200)
            }
        }
    }

    @Test("V12 a bearer token requires no origin check", arguments: senders)
    func aBearerTokenRequiresNoOriginCheck(headers: [String: String], isOwn: Bool) async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            let cookie = try await server.signInPage()
            let headers = headers.merging(["Cookie": "\(SessionCookie.name)=\(cookie)"]) { own, _ in own }
            let response = try await server.send(
                .patch, "/api/auth/passcode-settings", "{}", bearer: session.accessToken, headers: headers)
            #expect(response.status == 200)
        }
    }

    @Test("V12 a cookie sign-in requires the origin and consumes nothing", arguments: senders)
    func aCookieSignInRequiresTheOriginAndConsumesNothing(headers: [String: String], isOwn: Bool) async throws {
        try await TestServer.run { server in
            let token = try #require(try await server.signInEmail("ann@example.com").token)
            let path = "/api/auth/magic-link/verify"
            let json = #"{"token":"\#(token)","transport":"cookie"}"#
            let response = try await server.send(.post, path, json, headers: headers)
            #expect(response.status == (isOwn ? 200 : 403))
            #expect((response.cookie != nil) == isOwn)
            guard !isOwn else { return }
            #expect(response.problem == "cross-site-request")
            #expect(try await server.post(path, #"{"token":"\#(token)"}"#).status == 200)
        }
    }

    @Test("V12 an app's sign-in requires no origin", arguments: senders)
    func anAppsSignInRequiresNoOrigin(headers: [String: String], isOwn: Bool) async throws {
        try await TestServer.run { server in
            let token = try #require(try await server.signInEmail("ann@example.com").token)
            let json = #"{"token":"\#(token)","transport":"bearer"}"#
            let response = try await server.send(.post, "/api/auth/magic-link/verify", json, headers: headers)
            #expect(response.status == 200)
            #expect(response.cookie == nil)
        }
    }

    @Test(arguments: senders)
    func anEndedCookieIsIgnoredWhereNoSessionIsRequired(headers: [String: String], isOwn: Bool) async throws {
        try await TestServer.run { server in
            let link = try await send(
                server, .post, "/api/auth/magic-link", #"{"email":"ann@example.com"}"#, cookie: "dead", headers)
            #expect(link.status == 202)
            #expect(try await send(server, .post, "/api/auth/lock", cookie: "dead", headers).status == 401)
        }
    }

    @Test(
        "V12 the only origin is the public URL's",
        arguments: [
            ("https://Lock.example:443/", "https://lock.example", true),
            ("https://lock.example", "http://lock.example", false),
            ("https://lock.example:8443", "https://lock.example:8443", true),
            ("https://lock.example:8443", "https://lock.example", false),
        ])
    func theOnlyOriginIsThePublicURLs(_ url: String, _ origin: String, _ isOwn: Bool) async throws {
        try await TestServer.run(environment: ["LATCHKEY_PUBLIC_URL": url]) { server in
            let cookie = try await server.signInPage()
            let response = try await send(
                server, .post, "/api/auth/logout", cookie: cookie, ["Origin": origin])
            #expect(response.status == (isOwn ? 204 : 403))
        }
    }
}
