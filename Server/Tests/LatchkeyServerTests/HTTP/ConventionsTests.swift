import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct ConventionsTests {
    private static let verify = "/api/auth/verify-passcode"

    /// Each path of the API with its methods.
    private static let paths: [(path: String, allow: String)] = [
        ("/api/auth/magic-link", "POST"), ("/api/auth/magic-link/verify", "POST"), ("/api/auth/refresh", "POST"),
        ("/api/auth/logout", "POST"), ("/api/auth/me", "GET, HEAD"), ("/api/auth/set-passcode", "POST"),
        (verify, "POST"), ("/api/auth/lock", "POST"), ("/api/auth/passcode-settings", "PATCH"),
        ("/api/auth/reset-passcode-request", "POST"), ("/api/auth/reset-passcode", "POST"),
        ("/api/auth/sessions", "DELETE, GET, HEAD"), ("/api/auth/sessions/1", "DELETE"),
        ("/api/auth/passkeys", "GET, HEAD, POST"), ("/api/auth/passkeys/options", "POST"),
        ("/api/auth/passkeys/1", "DELETE, PATCH"), ("/api/auth/unlock-keys", "GET, HEAD, POST"),
        ("/api/auth/unlock-keys/1", "DELETE, PUT"), ("/api/auth/unlock/evaluate", "POST"),
        ("/api/auth/unlock/finish", "POST"),
        ("/api/auth/activity", "GET, HEAD"), ("/api/auth/disown", "POST"), ("/api/auth/account", "DELETE"),
        ("/health/live", "GET, HEAD"), ("/health/ready", "GET, HEAD"), ("/", "GET, HEAD"), ("/lock", "GET, HEAD"),
        ("/problems/locked", "GET, HEAD"),
    ]

    @Test("ASVS-3.5.3 ASVS-4.1.4 ASVS-13.4.4 an unsupported method is 405 with Allow", arguments: paths)
    func anUnsupportedMethodIs405WithAllow(path: String, allow: String) async throws {
        let allowed = allow.components(separatedBy: ", ")
        let odd = try ["BREW", "PROPFIND"].map { try #require(HTTPRequest.Method($0)) }
        try await TestServer.run { server in
            for method in [.get, .head, .post, .put, .patch, .delete, .options, .trace] + odd
            where !allowed.contains(method.rawValue) {
                let response = try await server.send(method, path)
                #expect(response.status == 405, "\(method)")
                #expect(response.headers[.allow] == allow, "\(method)")
                #expect(method == .head || response.problem == "method-not-allowed", "\(method)")
            }
        }
    }

    @Test("V9 an overlong path is 404 without parsing")
    func anOverlongPathIs404WithoutParsing() async throws {
        try await TestServer.run { server in
            // Empty segments are ignored.
            func path(_ length: Int) -> String { "/health/live" + String(repeating: "/", count: length - 12) }
            #expect(try await server.get(path(ProblemMiddleware.longestPath)).status == 200)
            let response = try await server.get(path(ProblemMiddleware.longestPath + 1))
            #expect(response.status == 404 && response.problem == "not-found")
        }
    }

    @Test(
        "ASVS-13.4.3 ASVS-14.2.5 an unknown path is 404",
        arguments: [
            "/api", "/api/", "/api/auth", "/api/auth/me2", "/api/auth/me/2", "/api/auth/sessions/1/2", "/health",
            "/problems", "/problems/nothing", "/assets/latchkey.css", "/assets/nothing/latchkey.css",
            "/assets/..%2fsecret-keys", "/dev/mailbox", "/lock2",
        ])
    func anUnknownPathIs404(_ path: String) async throws {
        try await TestServer.run { server in
            for method in [HTTPRequest.Method.get, .head] {
                let response = try await server.send(method, path)
                #expect(response.status == 404)
                #expect(response.headers[.allow] == nil)
                #expect(response.problem == (method == .head ? "" : "not-found"))
            }
        }
    }

    @Test(
        "ASVS-4.2.2 HEAD responds like GET without the body",
        arguments: [
            "/health/live", "/health/ready", "/sign-in", "/sign-in/verify", "/reset-passcode", "/disown", "/",
            "/problems/locked", "/api/auth/me", "/api/auth/sessions", "/api/auth/activity",
        ])
    func headRespondsLikeGETWithoutTheBody(_ path: String) async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            for bearer in [nil, session.accessToken] {
                let get = try await server.get(path, bearer: bearer)
                let head = try await server.send(.head, path, bearer: bearer)
                #expect(head.status == get.status)
                #expect(head.body.isEmpty)
                #expect(head.headers[.contentType] == get.headers[.contentType])
            }
        }
    }

    @Test("V9 a body of 4096 bytes is read, 4097 is not", arguments: [(4096, 403), (4097, 413)])
    func aBodyOf4096BytesIsRead4097IsNot(_ size: Int, _ status: Int) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let start = #"{"passcode":"739106"}"#
            let body = start + String(repeating: " ", count: size - start.utf8.count)
            let response = try await server.post(Self.verify, body, bearer: session.accessToken)
            #expect(response.status == status)
            #expect(server.hasher.checks == (status == 413 ? 0 : 1))
        }
    }

    @Test(arguments: [
        ("application/json", true), ("application/json; charset=utf-8", true), ("Application/JSON;charset=UTF-8", true),
        ("application/json ; x=y", true), ("text/plain", false), ("application/jsonp", false), ("text/json", false),
        ("application/x-www-form-urlencoded", false), ("multipart/form-data", false), ("json", false), ("", false),
    ])
    func requestBodyRequiresTheJSONContentType(_ type: String, _ isAccepted: Bool) async throws {
        try await TestServer.run { server in
            let response = try await server.send(
                .post, "/api/auth/magic-link", #"{"email":"ann@example.com"}"#, headers: ["Content-Type": type])
            #expect(response.status == (isAccepted ? 202 : 415))
            #expect(isAccepted || response.problem == "unsupported-media-type")
        }
    }

    @Test func emptyBodyWithoutContentTypeIsAnEmptyObject() async throws {
        try await TestServer.run { server in
            let link = try await server.post("/api/auth/magic-link")
            #expect(try link.decode(Problem.self).errors?.map(\.pointer) == ["/email"])
            let session = try await server.signIn()
            let request = try await server.post("/api/auth/reset-passcode-request", bearer: session.accessToken)
            #expect(request.status == 202 && request.text == "{}")
            let settings = try await server.send(
                .patch, "/api/auth/passcode-settings", bearer: session.accessToken, headers: plain)
            #expect(settings.status == 200)
            #expect(try await server.send(.delete, "/api/auth/account", bearer: session.accessToken).status == 204)
        }
    }

    private var plain: [String: String] { ["Content-Type": "text/plain"] }

    @Test("ASVS-8.2.3 ASVS-15.3.3 unknown members are ignored")
    func unknownMembersAreIgnored() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let response = try await server.post(
                Self.verify, #"{"passcode":"739105","x":{"y":[1,null,"z"]},"Passcode":1}"#,
                bearer: session.accessToken)
            #expect(response.status == 200)
        }
    }

    @Test func emailAddressesAreConvertedToLowerCase() async throws {
        try await TestServer.run { server in
            _ = try await server.post("/api/auth/magic-link", #"{"email":"Ann@Example.COM"}"#)
            let email = try #require(try await server.takeEmails(to: "ann@example.com").first)
            let code = try #require(email.code)
            let response = try await server.post(
                "/api/auth/magic-link/verify", #"{"email":"ANN@example.com","code":"\#(code)"}"#)
            #expect(try response.session().user.email == "ann@example.com")
        }
    }

    @Test func authorizationHeaderTakesPrecedenceOverTheCookie() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPage("page@example.com")
            let app = try await server.signIn("app@example.com")
            let both = try await server.get("/api/auth/me", bearer: app.accessToken, cookie: cookie)
            #expect(try both.decode(User.self).email == "app@example.com")
            let dead = try await server.get("/api/auth/me", bearer: "dead", cookie: cookie)
            #expect(dead.problem == "unauthenticated")
            let basic = try await server.send(
                .get, "/api/auth/me", cookie: cookie, headers: ["Authorization": "Basic x"])
            #expect(basic.problem == "unauthenticated")
            let swapped = try await server.get("/api/auth/me", bearer: cookie)
            #expect(swapped.problem == "unauthenticated", "a cookie's secret is no access token")
            #expect(try await server.get("/api/auth/me", bearer: app.refreshToken).problem == "unauthenticated")
        }
    }

    @Test(arguments: ["/api/nothing", "/health/nothing", "/assets/nothing"])
    func browsersGetJSONProblemsOutsideOfPages(path: String) async throws {
        try await TestServer.run { server in
            let response = try await server.send(.get, path, headers: ["Accept": "text/html"])
            #expect(response.status == 404 && response.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func onlyCallsThatRequireASessionRejectAnEndedOne() async throws {
        try await TestServer.run { server in
            for (bearer, cookie) in [("dead", nil), (nil, "dead"), ("", nil)] as [(String?, String?)] {
                for (path, json, status) in [
                    ("/api/auth/magic-link", #"{"email":"ann@example.com"}"#, 202),
                    ("/api/auth/reset-passcode-request", #"{"email":"ann@example.com"}"#, 202),
                    ("/api/auth/logout", "{}", 204), ("/api/auth/disown", #"{"token":"x"}"#, 400),
                    ("/api/auth/lock", "{}", 401), (Self.verify, #"{"passcode":"739105"}"#, 401),
                    ("/api/auth/refresh", #"{"refresh_token":"dead"}"#, 401),
                ] {
                    let response = try await server.post(path, json, bearer: bearer, cookie: cookie)
                    #expect(response.status == status, "\(path)")
                    #expect(response.headers[.wwwAuthenticate] == (status == 401 ? "Bearer" : nil), "\(path)")
                }
                #expect(try await server.get("/sign-in", bearer: bearer, cookie: cookie).status == 200)
            }
            #expect(try await server.get("/api/auth/me").headers[.wwwAuthenticate] == "Bearer")
        }
    }

    @Test("ASVS-1.1.1 path variants have the same route and allowed methods")
    func pathVariantsHaveTheSameRouteAndAllowedMethods() async throws {
        try await TestServer.run { server in
            for path in ["/api/auth/me", "/api/auth/me/", "//api/auth/me"] {
                #expect(try await server.get(path).status == 401, "\(path)")
                let response = try await server.send(.put, path)
                #expect(response.status == 405, "\(path)")
                #expect(response.headers[.allow] == "GET, HEAD", "\(path)")
            }
        }
    }

    @Test func logoutAcceptsAnyBodyAndClearsTheCookie() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPage()
            let response = try await server.send(
                .post, "/api/auth/logout", "{", cookie: cookie, headers: ["Content-Type": "text/plain"])
            #expect(response.status == 204)
            #expect(response.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try await server.get("/api/auth/me", cookie: cookie).status == 401)
        }
    }
}
