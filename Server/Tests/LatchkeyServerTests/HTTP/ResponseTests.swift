import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct ResponseTests {
    private func members(_ response: TestResponse) throws -> Set<String> {
        Set(try #require(JSONSerialization.jsonObject(with: response.body) as? [String: Any]).keys)
    }

    private func expect(_ response: TestResponse, _ type: ProblemType, with members: Set<String> = []) throws {
        #expect(response.headers[.contentType] == "application/problem+json")
        #expect(response.status == type.status)
        #expect(try self.members(response) == members.union(["type", "title", "status", "detail"]), "\(type)")
        let problem = try response.decode(Problem.self)
        #expect(problem.type == "/problems/" + type.rawValue)
        #expect(problem.title == type.title)
        #expect(problem.status == response.status)
        #expect(!problem.detail.isEmpty)
    }

    @Test("ASVS-14.2.6 ASVS-16.5.1 problems have the documented members and no others")
    func problemsHaveTheDocumentedMembersAndNoOthers() async throws {
        try await TestServer.run { server in
            try expect(await server.get("/api/nothing"), .notFound)
            try expect(await server.post("/api/auth/me"), .methodNotAllowed)
            try expect(await server.get("/api/auth/me"), .unauthenticated)
            try expect(await server.post("/api/auth/magic-link"), .invalidRequest, with: ["errors"])
            try expect(await server.post("/api/auth/disown", #"{"token":"x"}"#), .invalidCode)
            let session = try await server.signIn()
            try expect(await server.verify(TestServer.passcode, session), .passcodeNotSet)
            try expect(await server.set(#"{"passcode":"111111"}"#, session), .weakPasscode, with: ["reason"])
            try expect(
                await server.changeSettings(#"{"passcode_timeout_minutes":7}"#, session), .invalidTimeout,
                with: ["allowed"])
            let set = try await server.setPasscode(session)
            try expect(await server.set(#"{"passcode":"580293"}"#, set), .passcodeAlreadySet)
            for _ in 0..<4 {
                try expect(
                    await server.verify(TestServer.wrongPasscode, set), .incorrectPasscode,
                    with: ["attempts_remaining", "retry_after", "session_ended"])
            }
            try expect(await server.verify(TestServer.passcode, set), .tooManyAttempts, with: ["retry_after"])
            try expect(await server.get("/api/auth/sessions", bearer: server.signIn().accessToken), .locked)
            let cookie = try await server.signInPage()
            try expect(
                await server.send(.post, "/api/auth/lock", cookie: cookie, headers: Collision.foreign),
                .crossSiteRequest)
        }
    }

    @Test("V8 a database outage has Retry-After and no other member")
    func aDatabaseOutageHasRetryAfterAndNoOtherMember() async throws {
        try await TestServer.run(store: FaultyStore()) { server in
            let response = try await server.get("/health/ready")
            #expect(response.status == 503)
            #expect(response.headers[.retryAfter] == "1")
            #expect(try members(response).isSuperset(of: ["type", "title", "status", "detail"]))
        }
    }

    @Test(arguments: ProblemType.allCases)
    func eachProblemHasAPageWithItsTitle(_ type: ProblemType) async throws {
        try await TestServer.run { server in
            let response = try await server.get("/problems/" + type.rawValue)
            #expect(response.status == 200)
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            #expect(response.text.contains(type.title))
        }
    }

    @Test func responsesAreJSONInSnakeCase() async throws {
        try await TestServer.run { server in
            let link = try await server.post("/api/auth/magic-link", #"{"email":"ann@example.com"}"#)
            #expect(link.status == 202 && link.text == "{}")
            let token = try #require(try await server.signInEmail("ann@example.com").token)
            let signedIn = try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#)
            #expect(
                try members(signedIn) == [
                    "access_token", "access_expires_in", "refresh_token", "refresh_expires_in", "user",
                ])
            let session = try signedIn.session()
            #expect(session.accessExpiresIn == 900 && session.refreshExpiresIn == 30 * 86_400)
            let set = try await server.set(#"{"passcode":"739105"}"#, session)
            #expect(try members(set).contains("recovery_key"))
            let key = try #require(try set.session().recoveryKey)
            #expect(Data(base64Encoded: key)?.count == 32)
            let bearer = try set.session().accessToken
            let me = try await server.get("/api/auth/me", bearer: bearer)
            #expect(
                try members(me) == [
                    "id", "email", "has_passcode", "has_passkey", "passcode_enabled", "passcode_timeout_minutes",
                    "locked", "language", "time_zone", "policy",
                ])
            for response in [link, signedIn, set, me] {
                #expect(response.headers[.contentType] == "application/json; charset=utf-8")
            }
        }
    }

    @Test("ASVS-16.2.2 times are RFC 3339 in UTC, absent values are null")
    func timesAreRFC3339InUTCAbsentValuesAreNull() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            let list = try await server.get("/api/auth/sessions", bearer: session.accessToken)
            #expect(list.text.contains(#""created_at":"2027-01-15T08:00:00Z""#))
            #expect(list.text.contains(#""last_active_at":"2027-01-15T08:00:00Z""#))
            #expect(list.text.contains(#""device_name":null"#))
            let activity = try await server.get("/api/auth/activity", bearer: session.accessToken)
            #expect(activity.text.contains(#""at":"2027-01-15T08:00:00Z""#))
            #expect(activity.text.contains(#""next":null"#))
            #expect(activity.text.contains(#""ip":null"#))
        }
    }

    @Test func paginationReturnsEveryActivityEventExactlyOnce() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.fail(3, session)
            let all = try await server.get("/api/auth/activity", bearer: session.accessToken)
                .decode(ActivityPage.self)
            #expect(
                all.events.map(\.kind) == [.passcodeFailed, .passcodeFailed, .passcodeFailed, .passcodeSet, .signedIn])
            for limit in 1...6 {
                var seen: [ActivityPage.Event] = []
                var query = "?limit=\(limit)"
                while true {
                    let page = try await server.get("/api/auth/activity" + query, bearer: session.accessToken)
                        .decode(ActivityPage.self)
                    #expect(page.events.count <= limit)
                    seen += page.events
                    guard let next = page.next else { break }
                    query = "?limit=\(limit)&before=\(next)"
                }
                #expect(seen == all.events, "limit \(limit)")
            }
        }
    }

    @Test(
        """
        V12 NIST-5.1-9 NIST-5.1-12 NIST-5.1-17 NIST-5.1.1-1 NIST-5.1.1-2 NIST-5.1.1-3 NIST-5.1.1-6 NIST-5.1.1-7 \
        ASVS-3.3.1 ASVS-3.3.2 ASVS-3.3.3 ASVS-3.3.4 ASVS-10.1.1 the cookie is host-bound, HttpOnly, and lasts 30 \
        days
        """)
    func theCookieIsHostBoundHTTPOnlyAndLasts30Days() async throws {
        try await TestServer.run { server in
            func attributes(_ response: TestResponse) -> [String] {
                (response.headers[.setCookie] ?? "").components(separatedBy: "; ")
            }
            let fixed = ["HttpOnly", "Path=/", "SameSite=Strict", "Secure"]
            let token = try #require(try await server.signInEmail("ann@example.com").token)
            let signedIn = try await server.send(
                .post, "/api/auth/magic-link/verify", #"{"token":"\#(token)","transport":"cookie"}"#,
                headers: ["Sec-Fetch-Site": "same-origin"])
            #expect(attributes(signedIn).dropFirst().sorted() == ["HttpOnly", "Max-Age=2592000"] + fixed.dropFirst())
            #expect(try members(signedIn) == ["user"])
            let cookie = try #require(signedIn.cookie)
            #expect(attributes(signedIn).first == "__Host-latchkey=\(cookie)")
            server.clock.advance(by: .days(1))
            let set = try await server.post(
                "/api/auth/set-passcode", #"{"passcode":"739105"}"#, cookie: cookie)
            #expect(attributes(set).contains("Max-Age=\(29 * 86_400)"))
            #expect(try members(set) == ["user"], "a page gets neither tokens nor the recovery key")
            let out = try await server.post("/api/auth/logout", cookie: set.cookie)
            #expect(attributes(out).first == "__Host-latchkey=")
            #expect(attributes(out).dropFirst().sorted() == ["HttpOnly", "Max-Age=0"] + fixed.dropFirst())
        }
    }
}
