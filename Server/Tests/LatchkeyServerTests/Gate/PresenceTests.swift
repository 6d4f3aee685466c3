import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// User activity, as recorded by gate and introspection.
@Suite struct PresenceTests {
    /// The caller and the endpoint.
    enum Question: CaseIterable {
        case gate, introspection
    }

    struct Request {
        let isActivity: Bool
        let activity: String?
        let headers: [String: String]

        init(_ isActivity: Bool, _ headers: [String: String]) { self.init(isActivity, nil, headers) }

        init(_ isActivity: Bool, _ activity: String?, _ headers: [String: String]) {
            (self.isActivity, self.activity, self.headers) = (isActivity, activity, headers)
        }
    }

    private static let upgrade = ["Sec-WebSocket-Version": "13"]

    private static func mode(
        _ mode: String, _ site: String = "same-origin", to destination: String? = nil, user: Bool = false
    ) -> [String: String] {
        var headers = ["Sec-Fetch-Mode": mode, "Sec-Fetch-Site": site]
        headers["Sec-Fetch-Dest"] = destination
        headers["Sec-Fetch-User"] = user ? "?1" : nil
        return headers
    }

    static let requests = [
        Request(true, [:]), Request(true, mode("navigate")), Request(false, mode("navigate", "cross-site")),
        Request(true, mode("navigate", "cross-site", user: true)), Request(true, mode("navigate", "none")),
        Request(false, mode("navigate", "same-site")), Request(false, ["Sec-Fetch-Site": "same-site"]),
        Request(false, mode("navigate").merging(["Sec-Purpose": "prefetch;prerender"]) { $1 }),
        Request(false, mode("cors")), Request(false, mode("same-origin")), Request(false, mode("no-cors")),
        Request(false, mode("websocket")), Request(false, mode("no-cors", "same-site")), Request(false, mode("")),
        Request(false, mode("Navigate")), Request(false, mode("navigate, cors")), Request(false, upgrade),
        Request(true, mode("navigate", to: "document")), Request(false, mode("navigate", to: "iframe")),
        Request(false, mode("navigate", to: "frame")), Request(false, mode("navigate", to: "object")),
        Request(false, mode("navigate", to: "embed")), Request(false, mode("navigate", to: "")),
        Request(false, mode("cors", to: "document")),
        Request(true, "any", mode("navigate", to: "iframe")),
        Request(false, "any", mode("navigate", "same-site", to: "iframe")),
        Request(false, "none", [:]), Request(false, "none", mode("navigate")), Request(false, "none", mode("cors")),
        Request(true, "any", [:]), Request(false, "any", upgrade),
        Request(true, "any", mode("navigate", "cross-site", user: true)),
        Request(false, "any", mode("navigate", "same-site")),
        Request(true, "any", mode("cors")), Request(true, "any", mode("no-cors", "none")),
        Request(false, "any", mode("no-cors", "same-site")), Request(false, "any", mode("cors", "cross-site")),
    ]

    @Test("V20 NIST-5.2-3 only user actions keep a session unlocked", arguments: Question.allCases, requests)
    func onlyUserActionsKeepASessionUnlocked(question: Question, request: Request) async throws {
        try await TestServer.run(environment: Self.environment) { server in
            let cookie = try await server.signInPageWithPasscode()
            for _ in 0..<2 {
                server.clock.advance(by: .minutes(7))
                #expect(try await server.isOpen(question, request, cookie))
            }
            // Without activity a minute remains, otherwise the whole timeout.
            server.clock.advance(by: (request.isActivity ? .minutes(15) : .minutes(1)) - .milliseconds(1))
            let silent = Request(false, "none", [:])
            #expect(try await server.isOpen(question, silent, cookie))
            server.clock.advance(by: .milliseconds(1))
            #expect(try await !server.isOpen(question, request, cookie))
        }
    }

    @Test(arguments: ["activity=", "activity", "activity=off", "activity=Any", "activity=any&activity=any"])
    func invalidActivityParameterIsRejected(query: String) async throws {
        try await TestServer.run(environment: Self.environment) { server in
            let cookie = try await server.signInPageWithPasscode()
            let response = try await server.get("/api/auth/gate?\(query)", cookie: cookie)
            #expect(response.status == 400 && response.problem == "invalid-request")
            #expect(try await server.get("/api/auth/gate?\(query)").headers[.latchkeyReason] == "unauthenticated")
            let told = try await server.ask("token=\(cookie)&\(query)")
            #expect(told.problem == "invalid-request" && told.text.contains("/activity"))
        }
    }

    fileprivate static let environment = ["LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection]
}

extension TestServer {
    fileprivate func isOpen(
        _ question: PresenceTests.Question, _ request: PresenceTests.Request, _ cookie: String
    ) async throws -> Bool {
        switch question {
        case .gate:
            let query = request.activity.map { "?activity=\($0)" } ?? ""
            return try await send(.get, "/api/auth/gate" + query, cookie: cookie, headers: request.headers).status
                == 204
        case .introspection:
            let member = request.activity.map { "&activity=\($0)" } ?? ""
            let response = try await ask("token=\(cookie)" + member, headers: request.headers)
            return try WireFormat.makeDecoder().decode(TokenIntrospection.self, from: response.body).active
        }
    }

    fileprivate func ask(_ form: String, headers: [String: String] = [:]) async throws -> TestResponse {
        var headers = headers
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        headers["Authorization"] = CallerSecret.login(CallerSecret.introspection)
        return try await send(.post, "/api/auth/introspect", form, headers: headers)
    }
}
