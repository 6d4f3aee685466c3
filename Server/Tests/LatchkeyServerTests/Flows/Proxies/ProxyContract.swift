import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The contract of every reverse proxy with an example in `deploy`.
struct ProxyContract {
    /// A rule, the argument of tests.
    enum Rule: String, CaseIterable, CustomTestStringConvertible {
        case whatTheApplicationHears = "Only the proxy names the user to the application, which gets no cookies of ours"
        case rejections = "Only navigations are redirected; a script gets 401 and the reason"
        case wayBack = "A locked session is redirected to the lock, and then to the requested page"
        case whatTheGateHears = "The gate gets every request, without its body and its Authorization"
        case activity = "V20 a page's own requests are no activity, and a navigation is"
        case closed = "V8 only the gate's own response opens, and no response is 503"
        case oneConnection = "Each request of a connection is authorized separately"
        case webSockets = "A WebSocket requires the same authorization"
        case connect = "CONNECT cannot bypass the gate"
        case trailers = "Trailers add no headers"
        case uploads = "An upload of 20 MB passes whole"
        case streams = "A stream of events passes line by line"
        case introspection = "Introspection is not public"
        case longPaths = "The return path keeps a backslash, and is omitted if it is too long"
        case clientAddress = "V11 the client's address is the connection's, whatever the client sends"
        case doctor = "V11 doctor counts the proxy, also while the server is stopped, and finds a running one"

        var testDescription: String { rawValue }
    }

    static let path = "/tickets/a%2Fb%20c?page=2&order=%2Bdate"

    /// The page in English, until its script translates it.
    private static func formPage(linkingTo page: String) throws -> String {
        let texts = try JSONDecoder().decode(
            [String: String].self, from: PageSamples.languages["en"].scripts(under: "unsent"))
        return """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
            <title>\(texts["title"] ?? "")</title><h1>\(texts["heading"] ?? "")</h1><p>\(texts["locked"] ?? "")</p>\
            <p>\(texts["again"] ?? "")</p><script src="/assets/unsent.js"></script>
            """
            .replacing("{link}", with: "<a href=\"\(page)\" target=\"_blank\">").replacing("{/link}", with: "</a>")
    }

    let proxy: ReverseProxy

    func verify(_ rule: Rule) async throws {
        switch rule {
        case .whatTheApplicationHears: try await whatTheApplicationHears()
        case .rejections: try await rejections()
        case .wayBack: try await wayBack()
        case .whatTheGateHears: try await whatTheGateHears()
        case .activity: try await activity()
        case .closed: try await closed()
        case .oneConnection: try await oneConnection()
        case .webSockets: try await webSockets()
        case .connect: try await connect()
        case .trailers: try await trailers()
        case .uploads: try await uploads()
        case .streams: try await streams()
        case .introspection: try await introspection()
        case .longPaths: try await longPaths()
        case .clientAddress: try await clientAddress()
        case .doctor: try await doctor()
        }
    }

    private func whatTheApplicationHears() async throws {
        try await ProxyUnderTest.run(proxy) { scene in
            let cookie = try await scene.site.signInPage()
            let id = try await scene.site.user(cookie: cookie).id
            for (cookies, rest) in Self.cookies(session: cookie) {
                let request = scene.text(
                    "GET", Self.path,
                    [
                        "Cookie: \(cookies)", "Authorization: Bearer own", "X-Latchkey-Email: root@example.com",
                        "X-Latchkey-User-Id: 1", "x_latchkey_email: root@example.com", "X-Latchkey_User-Id: 1",
                        // Would make the proxy remove its own headers.
                        "Connection: close, X-Latchkey-Email, X-Latchkey-User-Id",
                    ])
                let response = try await scene.sendRaw([(request, "\"digest\"")])
                #expect(response.hasPrefix("HTTP/1.1 200"), "\(response)")
                let heard = try #require(try scene.application.heard.last)
                #expect(heard.path == Self.path)
                #expect(heard.values("x-latchkey-email") == ["ann@example.com"])
                #expect(heard.values("x-latchkey-user-id") == [id])
                #expect(heard.values("cookie") == rest, "\(cookies)")
                #expect(heard.values("authorization") == ["Bearer own"])
                #expect(!heard.headers.contains { $0[0].contains("_") }, "\(heard.headers)")
                #expect(!heard.headers.contains { $0[1].contains(cookie) }, "\(heard.headers)")
            }
            // An application without its own cookies gets no cookie header.
            let heard = try #require(try scene.application.heard.first)
            #expect(heard.values("cookie") == [])
        }
    }

    /// Cookies of a client with a session, and those that the application receives.
    private static func cookies(session: String) -> [(sent: String, heard: [String])] {
        let ours = "\(SessionCookie.name)=\(session)"
        let reset = "\(ProviderResetCookie.name)=\(session)"
        let provider = "\(ProviderCookie.prefix)0123456789abcdef=\(session)"
        // Cookies with other names, and with values that resemble ours.
        let others = "x\(SessionCookie.name)=1; a=\(SessionCookie.name)=2; b=c \(SessionCookie.name); __Host-lock=3"
        return [
            (ours, []), ("a=b; \(ours)", ["a=b"]), ("\(ours); a=b", ["a=b"]), ("a=b; \(ours); c=d", ["a=b; c=d"]),
            // The server also accepts cookies without the space.
            ("\(ours);a=b", ["a=b"]), ("a=b;\(ours)", ["a=b"]), ("a=b;\(ours);\(reset)", ["a=b"]),
            // A browser during a redirect to the provider.
            ("\(ours); \(reset)", []), ("\(reset); \(ours)", []), ("\(provider); \(reset); \(ours)", []),
            ("a=b; \(reset); \(provider); \(ours)", ["a=b"]), ("\(reset); \(provider); \(ours); a=b", ["a=b"]),
            ("\(reset); a=b; \(provider); c=d; \(ours)", ["a=b; c=d"]),
            ("a=b; \(reset); c=d; \(ours); e=f; \(provider)", ["a=b; c=d; e=f"]),
            ("a=b; \(ours); c=d; \(reset); e=f; \(provider); g=h", ["a=b; c=d; e=f; g=h"]),
            // Repeated, and with a future name of Latchkey.
            ("\(ours); \(ours); a=b; \(reset); \(reset)", ["a=b"]),
            ("\(ours); \(SessionCookie.name)2=\(session); a=b", ["a=b"]),
            ("\(ours); \(SessionCookie.name)", []), ("\(ours); a=; \(ProviderResetCookie.name)=; b=c", ["a=; b=c"]),
            ("\(others); \(ours)", [others]), ("\(ours); \(others)", [others]),
            ("\(ours); \(others); \(reset)", [others]),
        ]
    }

    private func rejections() async throws {
        let changes: [ReverseProxy: [String: String]] = [
            .nginx: ["/api/auth/gate;": "/api/auth/gate?max_age=300;"],
            .caddy: ["/api/auth/gate?\n": "/api/auth/gate?max_age=300\n"],
            .haproxy: ["8080/api/auth/gate\n": "8080/api/auth/gate?max_age=300\n"],
            .apache: ["\"api/auth/gate\"\n": "\"api/auth/gate?max_age=300\"\n"],
        ]
        try await ProxyUnderTest.run(proxy, changes: changes[proxy] ?? [:]) { scene in
            let cookie = try await scene.site.signInPageWithPasscode()
            #expect(try await scene.site.get(Self.path, cookie: cookie).status == 200)
            try await expectRejection(scene, nil, "unauthenticated", "/sign-in?next=")
            try scene.server.data.advanceClock(by: .seconds(301))
            try await expectRejection(scene, cookie, "passcode-too-old", "/lock?again&next=")
            #expect(try await scene.site.post("/api/auth/lock", cookie: cookie).status == 204)
            try await expectRejection(scene, cookie, "locked", "/lock?next=")
            #expect(try scene.application.heard.count == 1)
        }
        try await ProxyUnderTest.runWithStandIn(proxy) { scene, _ in
            for reason in GateRejection.allCases {
                let page =
                    switch reason {
                    case .unauthenticated: "/sign-in?next="
                    case .locked: "/lock?next="
                    case .passcodeRequired: "/set-passcode?next="
                    case .passcodeTooOld: "/lock?again&next="
                    }
                try await expectRejection(scene, "401-\(reason.rawValue)", reason.rawValue, page)
            }
            #expect(try scene.application.heard.isEmpty)
        }
    }

    private func expectRejection(
        _ scene: ProxyUnderTest, _ cookie: String?, _ reason: String, _ page: String
    ) async throws {
        for headers in [
            ["Sec-Fetch-Mode": "navigate", "Accept": "*/*"], ["Accept": "application/xhtml+xml, text/html;q=0.9"],
        ] {
            for method in ["GET", "HEAD"] {
                let response = try await scene.site.send(method, Self.path, cookie: cookie, headers: headers)
                #expect(response.status == 303 && response.headers[.location] == page + Self.path, "\(headers)")
            }
            // A redirect would lose user input.
            for method in ["POST", "PUT"] {
                let response = try await scene.site.send(method, Self.path, "{}", cookie: cookie, headers: headers)
                #expect(response.status == 401 && response.headers[.latchkeyReason] == reason, "\(method) \(headers)")
                #expect(response.headers[.location] == nil && response.headers[.cacheControl] == "no-store")
                #expect(response.headers[.contentType] == "text/html; charset=utf-8")
                #expect(try response.text == Self.formPage(linkingTo: page))
            }
        }
        for headers in [
            ["Sec-Fetch-Mode": "cors", "Accept": "text/html"], ["Sec-Fetch-Mode": "no-cors"],
            ["Sec-Fetch-Mode": "same-origin", "Accept": "text/html"], ["Sec-Fetch-Mode": "navigation"],
            ["Sec-Fetch-Mode": "websocket"], ["Accept": "application/json"], ["Accept": "*/*"], [:],
        ] {
            for method in ["GET", "POST"] {
                let response = try await scene.site.send(method, Self.path, cookie: cookie, headers: headers)
                #expect(response.status == 401 && response.headers[.latchkeyReason] == reason, "\(method) \(headers)")
                #expect(response.headers[.location] == nil && response.headers[.cacheControl] == "no-store")
                #expect(response.headers[.contentType] == "application/problem+json")
                #expect(response.problem == "unauthenticated")
            }
        }
    }

    private func wayBack() async throws {
        try await ProxyUnderTest.run(proxy) { scene in
            let cookie = try await scene.site.signInPageWithPasscode()
            #expect(try await scene.site.post("/api/auth/lock", cookie: cookie).status == 204)
            let navigation = ["Sec-Fetch-Mode": "navigate"]
            let rejected = try await scene.site.send("GET", Self.path, cookie: cookie, headers: navigation)
            let lock = try #require(rejected.headers[.location])
            let page = try await scene.site.get(lock, cookie: cookie)
            let script = "/assets/\(AssetLibrary.current)/en/lock.js"
            #expect(page.status == 200 && page.text.contains(script))
            for path in [script, "/assets/unsent.js"] {
                #expect(try await scene.site.get(path).status == 200, "\(path)")
            }
            let response = try await scene.site.verify(ServerUnderTest.passcode, cookie: cookie)
            let open = try #require(response.cookie)
            let back = try await scene.site.get(lock, cookie: open)
            #expect(back.status == 303 && back.headers[.location] == Self.path)
            #expect(try await scene.site.get(Self.path, cookie: open).status == 200)
            #expect(try scene.application.heard.map(\.path) == [Self.path])
            for path in ["/sign-in", "/problems/locked", "/reset-passcode"] {
                #expect(try await scene.site.get(path).status == 200, "\(path)")
            }
        }
    }

    private func clientAddress() async throws {
        try await ProxyUnderTest.run(proxy) { scene in
            let token = try #require(try await scene.site.signInEmail("ann@example.com").token)
            let response = try await scene.site.send(
                "POST", "/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#,
                headers: ["X-Forwarded-For": "203.0.113.9"])
            let session = try response.session()
            let page = try await scene.site.get("/api/auth/activity", bearer: session.accessToken)
            #expect(try page.decode(ActivityPage.self).events.map(\.ip) == ["127.0.0.1"])
        }
    }
}
