import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension Flows {
    /// The example in `deploy/nginx`: any web application behind the lock.
    @Suite(.onOneStore, .enabled(if: NginxUnderTest.program != nil, "nginx is absent")) struct NginxTests {
        private static let path = "/tickets/7?page=2&order=date"

        @Test func signedOutNavigationGoesToSignInAndReturns() async throws {
            try await NginxUnderTest.run { nginx in
                let rejected = try await nginx.open(Self.path)
                #expect(rejected.status == 303)
                let signIn = try #require(rejected.headers[.location])
                #expect(signIn == "/sign-in?next=" + Self.path)
                let page = try await nginx.site.get(signIn)
                #expect(page.status == 200 && page.text.contains("/assets/\(AssetLibrary.current)/en/sign-in.js"))
                #expect(try await nginx.site.get("/assets/\(AssetLibrary.current)/en/sign-in.js").status == 200)
                let cookie = try await nginx.site.signInPage()
                try await expectBack(nginx, from: signIn, cookie)
            }
        }

        @Test func lockedNavigationGoesToTheLockAndReturns() async throws {
            try await NginxUnderTest.run { nginx in
                let open = try await nginx.site.signInPageWithPasscode()
                #expect(try await nginx.site.get(Self.path, cookie: open).status == 200)
                #expect(try await nginx.site.post("/api/auth/lock", cookie: open).status == 204)
                let rejected = try await nginx.open(Self.path, cookie: open)
                #expect(rejected.status == 303)
                let lock = try #require(rejected.headers[.location])
                #expect(lock == "/lock?next=" + Self.path)
                let page = try await nginx.site.get(lock, cookie: open)
                #expect(page.status == 200 && page.text.contains("/assets/\(AssetLibrary.current)/en/lock.js"))
                let response = try await nginx.site.verify(ServerUnderTest.passcode, cookie: open)
                try await expectBack(nginx, from: lock, try #require(response.cookie))
            }
        }

        @Test func outdatedPasscodeRedirectsToTheLockAndBack() async throws {
            let change = ["http://latchkey/api/auth/gate;": "http://latchkey/api/auth/gate?max_age=300;"]
            try await NginxUnderTest.run(changes: change) { nginx in
                let cookie = try await nginx.site.signInPageWithPasscode()
                try nginx.server.data.advanceClock(by: .seconds(301))
                let rejected = try await nginx.open(Self.path, cookie: cookie)
                let again = try #require(rejected.headers[.location])
                #expect(again == "/lock?again&next=" + Self.path)
                let page = try await nginx.site.get(again, cookie: cookie)
                #expect(page.text.contains("/assets/\(AssetLibrary.current)/en/lock.js"))
                let response = try await nginx.site.verify(ServerUnderTest.passcode, cookie: cookie)
                let fresh = try #require(response.cookie)
                #expect(try await nginx.site.get(Self.path, cookie: fresh).status == 200)
            }
        }

        @Test(
            "NIST-5.1-14 ASVS-4.1.3 ASVS-10.1.1 the application sees the user but not the session cookie")
        func theApplicationSeesTheUserButNotTheSessionCookie() async throws {
            try await NginxUnderTest.run { nginx in
                let cookie = try await nginx.site.signInPage()
                let id = try await nginx.site.user(cookie: cookie).id
                for (cookies, rest) in [
                    ("\(SessionCookie.name)=\(cookie)", ""), ("a=b; \(SessionCookie.name)=\(cookie)", "a=b"),
                    ("\(SessionCookie.name)=\(cookie); a=b", "a=b"),
                    ("a=b; \(SessionCookie.name)=\(cookie); c=d", "a=b; c=d"),
                    // The server also accepts cookies without the space.
                    ("\(SessionCookie.name)=\(cookie);a=b", "a=b"), ("a=b;\(SessionCookie.name)=\(cookie)", "a=b"),
                ] {
                    let response = try await nginx.site.send(
                        "GET", Self.path,
                        headers: [
                            "Cookie": cookies, "X-Latchkey-Email": "root@example.com", "X-Latchkey-User-Id": "1",
                        ])
                    #expect(response.text == "\(Self.path)|ann@example.com|\(id)|\(rest)|")
                }
            }
        }

        @Test("V11 ASVS-15.3.4 the client's address cannot be forged through nginx")
        func theClientsAddressCannotBeForgedThroughNginx() async throws {
            try await NginxUnderTest.run { nginx in
                let token = try #require(try await nginx.site.signInEmail("ann@example.com").token)
                let response = try await nginx.site.send(
                    "POST", "/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#,
                    headers: ["X-Forwarded-For": "203.0.113.9"])
                let session = try response.session()
                let page = try await nginx.site.get("/api/auth/activity", bearer: session.accessToken)
                #expect(try page.decode(ActivityPage.self).events.map(\.ip) == ["127.0.0.1"])
            }
        }

        @Test func onlyNavigationsAreRedirectedScriptsGet401AndAReason() async throws {
            let change = ["http://latchkey/api/auth/gate;": "http://latchkey/api/auth/gate?max_age=300;"]
            try await NginxUnderTest.run(changes: change) { nginx in
                let cookie = try await nginx.site.signInPageWithPasscode()
                try await expectRejection(nginx, nil, "unauthenticated", "/sign-in?next=")
                try nginx.server.data.advanceClock(by: .seconds(301))
                try await expectRejection(nginx, cookie, "passcode-too-old", "/lock?again&next=")
                #expect(try await nginx.site.post("/api/auth/lock", cookie: cookie).status == 204)
                try await expectRejection(nginx, cookie, "locked", "/lock?next=")
            }
        }

        @Test func authorizationDoesNotPassTheGateButReachesTheApplication() async throws {
            try await NginxUnderTest.run { nginx in
                let app = try await nginx.site.signIn("ann@example.com")
                let cookie = try await nginx.site.signInPage("ben@example.com")
                let bearer = try await nginx.site.get(Self.path, bearer: app.accessToken)
                #expect(bearer.status == 401 && bearer.headers[.latchkeyReason] == "unauthenticated")
                for authorization in ["Bearer x", "Basic YTpi"] {
                    let response = try await nginx.site.send(
                        "GET", Self.path, cookie: cookie, headers: ["Authorization": authorization])
                    #expect(response.status == 200)
                    #expect(response.text.contains("|ben@example.com|"))
                    #expect(response.text.hasSuffix("||" + authorization))
                }
            }
        }

        @Test(
            "ASVS-3.5.4 lock on a separate port is a separate origin")
        func lockOnASeparatePortIsASeparateOrigin() async throws {
            let (port, lockPort) = (try await FreePort.find(), try await FreePort.find())
            // The configuration in docs/operations.md.
            let split = """
                }

                server {
                    listen 127.0.0.1:\(lockPort);
                    absolute_redirect off;
                    proxy_http_version 1.1;
                    location / { return 303 http://127.0.0.1:\(port)$request_uri; }

                    # Latchkey's own calls and pages.
                """
            let changes = [
                "    # Latchkey's own calls and pages.\n": split + "\n",
                "return 303 $latchkey_page": "return 303 http://127.0.0.1:\(lockPort)$latchkey_page",
            ]
            try await NginxUnderTest.run(changes: changes, port: port, publicPort: lockPort) { nginx in
                let lock = ServerUnderTest(
                    process: nginx.server.process, data: nginx.server.data, origin: "http://127.0.0.1:\(lockPort)")
                let rejected = try await nginx.open(Self.path)
                #expect(rejected.headers[.location] == lock.origin + "/sign-in?next=" + Self.path)
                let cookie = try await lock.signInPage()
                let back = try await lock.get("/sign-in?next=" + Self.path, cookie: cookie)
                #expect(back.headers[.location] == Self.path)
                #expect(try await lock.get(Self.path).headers[.location] == nginx.site.origin + Self.path)
                #expect(try await nginx.site.get(Self.path, cookie: cookie).text.contains("|ann@example.com|"))
                // The lock's API is on another origin, and rejects scripts of the application.
                #expect(try await nginx.site.get("/api/auth/me", cookie: cookie).text.hasPrefix("/api/auth/me|"))
                let fromApplication = try await lock.send(
                    "POST", "/api/auth/logout", cookie: cookie, headers: ["Sec-Fetch-Site": "same-site"])
                #expect(fromApplication.problem == "cross-site-request")
            }
        }

        private func expectRejection(
            _ nginx: NginxUnderTest, _ cookie: String?, _ reason: String, _ page: String
        ) async throws {
            for headers in [
                ["Sec-Fetch-Mode": "navigate", "Accept": "*/*"], ["Accept": "application/xhtml+xml, text/html;q=0.9"],
            ] {
                let response = try await nginx.site.send("GET", Self.path, cookie: cookie, headers: headers)
                #expect(response.status == 303 && response.headers[.location] == page + Self.path, "\(headers)")
            }
            for headers in [
                ["Sec-Fetch-Mode": "cors", "Accept": "text/html"], ["Sec-Fetch-Mode": "no-cors"],
                ["Sec-Fetch-Mode": "same-origin"], ["Sec-Fetch-Mode": "navigation"], ["Accept": "application/json"],
                ["Accept": "*/*"], [:],
            ] {
                let response = try await nginx.site.send("GET", Self.path, cookie: cookie, headers: headers)
                #expect(response.status == 401 && response.headers[.latchkeyReason] == reason, "\(headers)")
                #expect(response.headers[.location] == nil && response.headers[.cacheControl] == "no-store")
                #expect(response.problem == "unauthenticated")
            }
        }

        @Test("V11 a client cannot hide its own address")
        func aClientCannotHideItsOwnAddress() async throws {
            try await NginxUnderTest.run { nginx in
                let lie = String(repeating: "203.0.113.9, ", count: 320)
                for (count, forwarded) in ["", lie, "203.0.113.9\r\nX-Forwarded-For: \(lie)"].enumerated() {
                    let name = "ann\(count)@example.com"
                    let token = try #require(try await nginx.site.signInEmail(name).token)
                    let body = #"{"token":"\#(token)"}"#
                    let response = try await RawConnection.with(port: nginx.site.portNumber, from: "127.0.0.2") {
                        try await $0.send(
                            "POST /api/auth/magic-link/verify HTTP/1.1\r\nHost: 127.0.0.1:\(nginx.site.port)\r\n"
                                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
                                + "X-Forwarded-For: \(forwarded)\r\n\r\n\(body)")
                        return try await $0.expect("}}")
                    }
                    let json = try #require(response.components(separatedBy: "\r\n\r\n").last)
                    let session = try WireFormat.makeDecoder().decode(SessionResponse.self, from: Data(json.utf8))
                    let page = try await nginx.site.get("/api/auth/activity", bearer: session.accessToken)
                    #expect(try page.decode(ActivityPage.self).events.map(\.ip) == ["127.0.0.2"])
                }
            }
        }

        @Test(
            "V8 ASVS-16.5.2 without the server no request reaches the application")
        func withoutTheServerNoRequestReachesTheApplication() async throws {
            try await NginxUnderTest.run { nginx in
                let cookie = try await nginx.site.signInPage()
                #expect(try await nginx.site.get("/_latchkey/gate", cookie: cookie).status == 404)
                await nginx.server.process.kill9()
                let response = try await nginx.site.get(Self.path, cookie: cookie)
                #expect(response.status >= 500 && !response.text.contains("ann@example.com"))
            }
        }

        @Test(.enabled(if: Browser.program != nil, "Chromium is absent"))
        func theScriptsUseTheSamePathsAsTheServer() async throws {
            // A page of nginx next to the server's scripts: it responds to each query of the table.
            let table =
                ReturnPathTests.table.filter { $0.query.count < 100 } + [
                    ("next=/tickets?a=b#part", "/tickets?a=b#part"), ("next=/#/route", "/#/route"),
                    ("next=%2Fa#/b", "/a#/b"), ("#part", "/"), ("next=//evil.example#part", "/"),
                ]
            let queries = String(decoding: try JSONEncoder().encode(table.map(\.query)), as: UTF8.self)
                .replacing("\\", with: "\\\\")
            let script = """
                import { nextPath } from "/assets/\(AssetLibrary.current)/paths.js"; \
                const paths = \(queries).map((query) => { \
                history.replaceState(null, "", "/probe?" + query); return nextPath(); }); \
                document.body.append("<<" + paths.join(" ") + ">>");
                """
            let probe = """
                    location = /probe {
                        default_type text/html;
                        return 200 '<!doctype html><body><script type="module">\(script)</script>';
                    }

                    location @latchkey_page {
                """
            try await NginxUnderTest.run(changes: ["    location @latchkey_page {": probe]) { nginx in
                let document = try await Browser.open(
                    nginx.site.origin + "/probe", scratch: nginx.server.data.scratch)
                let shown = document.replacing("&amp;", with: "&")
                #expect(shown.contains("&lt;&lt;\(table.map(\.path).joined(separator: " "))&gt;&gt;"), "\(shown)")
            }
        }

        private func expectBack(_ nginx: NginxUnderTest, from page: String, _ cookie: String) async throws {
            let back = try await nginx.site.get(page, cookie: cookie)
            #expect(back.status == 303)
            #expect(back.headers[.location] == Self.path)
            let id = try await nginx.site.user(cookie: cookie).id
            #expect(try await nginx.site.get(Self.path, cookie: cookie).text == "\(Self.path)|ann@example.com|\(id)||")
        }
    }
}
