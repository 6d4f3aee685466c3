import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension Flows {
    /// The team's rules with restarts of a real server.
    @Suite struct RuleFlowTests {
        private static let strict = ServerUnderTest.Start(
            settings: ["LATCHKEY_PASSCODE": "required", "LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection],
            flags: ["--longest-timeout", "5", "--session-days", "7", "--biometrics", "forbidden"])

        @Test("V13 a rule applies to running sessions after a restart")
        func aRuleAppliesToRunningSessionsAfterARestart() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let hour = #"{"passcode_timeout_minutes":60,"current_passcode":"739105"}"#
                let (bare, ann) = try await ServerUnderTest.run(on: data) { server in
                    let bare = try await server.signIn("bob@example.com")
                    let ann = try await server.signInWithPasscode()
                    let path = "/api/auth/passcode-settings"
                    #expect(try await server.send("PATCH", path, hour, bearer: ann.accessToken).status == 200)
                    #expect(ann.user.policy.passcodeRequired == false && ann.user.policy.longestTimeoutMinutes == 60)
                    #expect(try await server.gate(bare) == 204)
                    return (bare, ann)
                }
                try await ServerUnderTest.run(on: data, Self.strict) { (server) async throws in
                    #expect(try await server.gate(bare) == 401)
                    let sessions = try await server.get("/api/auth/sessions", bearer: bare.accessToken)
                    #expect(sessions.status == 403 && sessions.problem == "passcode-required")
                    let user = try await server.user(bearer: ann.accessToken)
                    #expect(user.passcodeTimeoutMinutes == 5 && !user.policy.biometricsAllowed && !user.locked)
                    try data.advanceClock(by: .minutes(5))
                    #expect(try await server.gate(ann) == 401)
                    #expect(try await server.user(bearer: ann.accessToken).locked)
                    let set = #"{"passcode":"739105"}"#
                    #expect(
                        try await server.post("/api/auth/set-passcode", set, bearer: bare.accessToken).status == 200)
                }
                // Without the rules Ann's hour applies again, but locks remain.
                let open = try await ServerUnderTest.run(on: data) { server in
                    #expect(try await server.user(bearer: ann.accessToken).locked)
                    let open = try await server.verify(ServerUnderTest.passcode, bearer: ann.accessToken).session()
                    #expect(open.user.passcodeTimeoutMinutes == 60)
                    try data.advanceClock(by: .days(7))
                    let newer = try await server.post(
                        "/api/auth/refresh", #"{"refresh_token":"\#(open.refreshToken)"}"#
                    ).session()
                    #expect(newer.refreshExpiresIn > 20 * 86_400)
                    return newer
                }
                try await ServerUnderTest.run(on: data, Self.strict) { (server) async throws in
                    let refresh = #"{"refresh_token":"\#(open.refreshToken)"}"#
                    #expect(try await server.post("/api/auth/refresh", refresh).status == 401)
                    #expect(try await server.get("/api/auth/me", bearer: open.accessToken).status == 401)
                }
            }
        }
    }
}

extension ServerUnderTest {
    fileprivate func gate(_ session: SessionResponse) async throws -> Int {
        try await get("/api/auth/gate", bearer: session.accessToken).status
    }
}
