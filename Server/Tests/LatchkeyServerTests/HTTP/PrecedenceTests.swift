import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct PrecedenceTests {
    @Test(arguments: Collision.outer) func firstErrorIsReturnedBeforeTheBodyIsRead(_ case: Collision) async throws {
        try await check(`case`)
    }

    @Test(arguments: Collision.inner) func firstErrorIsReturnedAfterTheBodyIsRead(_ case: Collision) async throws {
        try await check(`case`)
    }

    @Test("V9 an overload is reported after other errors, spending nothing", arguments: Collision.overloaded)
    func anOverloadIsReportedAfterOtherErrorsSpendingNothing(_ case: Collision) async throws {
        try await check(`case`)
    }

    @Test("V8 without a database other rejections still come first")
    func withoutADatabaseOtherRejectionsStillComeFirst() async throws {
        try await TestServer.run(store: FaultyStore()) { server in
            for (path, json, problem) in [
                ("/api/nothing", "{}", "not-found"), ("/api/auth/me", "{}", "method-not-allowed"),
                ("/api/auth/magic-link", Collision.tooLarge, "payload-too-large"),
                ("/api/auth/lock", "{}", "unauthenticated"),
                ("/api/auth/magic-link", #"{"email":"x"}"#, "invalid-request"),
                ("/api/auth/magic-link", #"{"email":"ann@example.com"}"#, "temporarily-unavailable"),
                ("/api/auth/reset-passcode-request", #"{"email":"ann@example.com"}"#, "temporarily-unavailable"),
                ("/api/auth/refresh", #"{"refresh_token":"x"}"#, "unauthenticated"),
                (
                    "/api/auth/refresh", #"{"refresh_token":"\#(String(repeating: "A", count: 43))"}"#,
                    "temporarily-unavailable"
                ),
            ] {
                let response = try await server.post(path, json)
                #expect(response.problem == problem, "\(path)")
                if response.status == 503 { #expect(response.headers[.retryAfter] == "1") }
            }
            #expect(try await server.get("/api/auth/me", bearer: "x").problem == "temporarily-unavailable")
            #expect(try await server.get("/health/ready").problem == "temporarily-unavailable")
            #expect(try await server.get("/health/live").status == 200)
        }
    }

    private func check(_ collision: Collision) async throws {
        try await TestServer.run { server in
            let response = try await collision.ask(server)
            #expect(response.problem == collision.expected.rawValue)
            #expect(response.status == collision.expected.status)
        }
    }
}
