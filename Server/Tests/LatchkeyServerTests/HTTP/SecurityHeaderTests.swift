import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct SecurityHeaderTests {
    private func expectHeaders(
        _ response: TestResponse, _ status: Int, isHTTPS: Bool = false, readableFrom origin: String = "same-origin"
    ) throws {
        #expect(response.status == status)
        #expect(response.headers[.cacheControl] == "no-store")
        let policy = try #require(response.headers[.contentSecurityPolicy])
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
        let referrerPolicy = try #require(HTTPField.Name("Referrer-Policy"))
        #expect(response.headers[referrerPolicy] == "no-referrer")
        let openerPolicy = try #require(HTTPField.Name("Cross-Origin-Opener-Policy"))
        #expect(response.headers[openerPolicy] == "same-origin")
        #expect(response.headers[.crossOriginResourcePolicy] == origin)
        #expect(response.headers[.server] == nil)
        let permissionsPolicy = try #require(HTTPField.Name("Permissions-Policy"))
        #expect(
            response.headers[permissionsPolicy]
                == "publickey-credentials-create=(self), publickey-credentials-get=(self)")
        #expect((response.headers[.strictTransportSecurity] != nil) == isHTTPS)
    }

    @Test(
        """
        V12 NIST-3.1.1.2-24 NIST-5.1-17 ASVS-3.2.1 ASVS-3.4.1 ASVS-3.4.3 ASVS-3.4.4 ASVS-3.4.5 ASVS-3.4.8 ASVS-3.5.8 \
        ASVS-3.7.1 ASVS-12.1.1 ASVS-13.4.6 ASVS-14.2.2 ASVS-14.2.5 ASVS-14.3.2 every response has the headers
        """, arguments: ["http://127.0.0.1:8080", "https://lock.example"])
    func everyResponseHasTheHeaders(_ url: String) async throws {
        try await TestServer.run(environment: ["LATCHKEY_PUBLIC_URL": url]) { server in
            let isHTTPS = url.hasPrefix("https")
            let session = try await server.signInWithPasscode()
            let bearer = session.accessToken
            for (path, status) in [
                ("/api/auth/me", 200), ("/health/live", 200), ("/sign-in", 200), ("/problems/locked", 200),
                ("/settings/security", 200), ("/", 303), ("/api/nothing", 404), ("/nothing", 404),
                ("/api/auth/lock", 405),
                ("/api/auth/activity?limit=0", 400),
            ] {
                let bearer = path == "/sign-in" ? nil : bearer
                try expectHeaders(await server.get(path, bearer: bearer), status, isHTTPS: isHTTPS)
                try expectHeaders(
                    await server.send(.head, path, bearer: bearer), status, isHTTPS: isHTTPS)
            }
            for path in ["/", "/settings/security", "/activity", "/lock"] {
                let page = try await server.get(path)
                try expectHeaders(page, 303, isHTTPS: isHTTPS)
                #expect(page.headers[.location]?.hasPrefix("/sign-in") == true)
            }
            let html = try await server.send(.get, "/nothing", headers: ["Accept": "text/html"])
            try expectHeaders(html, 404, isHTTPS: isHTTPS)
            #expect(html.headers[.contentType] == "text/html; charset=utf-8")
            try expectHeaders(await server.get("/api/auth/me"), 401, isHTTPS: isHTTPS)
            try expectHeaders(await server.send(.options, "/api/auth/me"), 405, isHTTPS: isHTTPS)
            try expectHeaders(await server.post("/api/auth/refresh", Collision.tooLarge), 413, isHTTPS: isHTTPS)
            try expectHeaders(
                await server.send(.post, "/api/auth/refresh", "x", headers: Collision.plain), 415, isHTTPS: isHTTPS)
            try expectHeaders(
                await server.post("/api/auth/magic-link", #"{"email":"ann@example.com"}"#), 202, isHTTPS: isHTTPS)
            for _ in 0..<4 {
                try expectHeaders(await server.verify(TestServer.wrongPasscode, session), 403, isHTTPS: isHTTPS)
            }
            try expectHeaders(await server.verify(TestServer.passcode, session), 429, isHTTPS: isHTTPS)
            try expectHeaders(await server.set(#"{"passcode":"580293"}"#, session), 409, isHTTPS: isHTTPS)
            try expectHeaders(await server.set(#"{"passcode":"111111"}"#, session), 422, isHTTPS: isHTTPS)
            try expectHeaders(await server.post("/api/auth/lock", bearer: bearer), 204, isHTTPS: isHTTPS)
            try expectHeaders(await server.get("/api/auth/sessions", bearer: bearer), 423, isHTTPS: isHTTPS)
        }
    }

    @Test("V12 a database outage response has the security headers")
    func aDatabaseOutageResponseHasTheSecurityHeaders() async throws {
        try await TestServer.run(store: FaultyStore()) { server in
            for path in ["/api/auth/me", "/health/ready", "/"] {
                try expectHeaders(await server.get(path, bearer: "x"), 503)
            }
        }
    }

    @Test("V12 ASVS-3.4.6 only the lock may be framed, on its origin")
    func onlyTheLockMayBeFramedOnItsOrigin() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            #expect(try await server.post("/api/auth/lock", bearer: session.accessToken).status == 204)
            for (path, isFramed) in [
                ("/lock?in-place", true), ("/lock", false), ("/lock?next=/", false), ("/lock?in-place&next=/", false),
                ("/lock?again&in-place", true), ("/lock?again", false), ("/lock?in-place&again", false),
                ("/problems/locked?in-place", false), ("/reset-passcode?in-place", false),
            ] {
                let response = try await server.get(path, bearer: session.accessToken)
                let policies = response.headers[values: .contentSecurityPolicy]
                #expect(response.status == 200 && policies.count == 1, "\(path)")
                #expect(policies[0].contains("frame-ancestors 'self'") == isFramed, "\(path)")
                #expect(policies[0].contains("frame-ancestors 'none'") == !isFramed, "\(path)")
                #expect(policies[0].hasPrefix("default-src 'none'; script-src 'self'"), "\(path)")
            }
        }
    }

    @Test("V12 ASVS-3.5.7 ASVS-4.1.1 the guard script varies only by language")
    func theGuardScriptVariesOnlyByLanguage() async throws {
        try await TestServer.run { server in
            for (language, word) in [("en", "Unlock"), ("fr", "Déverrouiller")] {
                let response = try await server.send(.get, "/assets/guard.js", headers: ["Accept-Language": language])
                // Readable by pages of other origins, where the script reports that it does not work.
                try expectHeaders(response, 200, readableFrom: "cross-origin")
                #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
                #expect(response.text.contains("\"\(word)\""))
            }
        }
    }

    @Test("V12 assets and emailed pages have the security headers")
    func assetsAndEmailedPagesHaveTheSecurityHeaders() async throws {
        try await TestServer.run { server in
            for path in ["/sign-in/verify", "/reset-passcode", "/disown"] {
                try expectHeaders(await server.get(path), 200)
            }
        }
    }
}
