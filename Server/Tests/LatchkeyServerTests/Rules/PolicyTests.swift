import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The policy, as sent to sessions.
@Suite struct PolicyTests {
    @Test("NIST-5.2-5 the default policy forbids nothing and reports session end")
    func theDefaultPolicyForbidsNothingAndReportsSessionEnd() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            let end = Date(timeIntervalSince1970: Double((server.clock.now + .days(30)).seconds))
            #expect(session.user.policy == User.Policy(sessionEndsAt: end))
            let sent = try await server.get("/api/auth/me", bearer: session.accessToken).text
            for member in [
                #""passcode_required":false"#, #""longest_timeout_minutes":60"#, #""biometrics_allowed":true"#,
                #""session_ends_at":""#,
            ] { #expect(sent.contains(member)) }
        }
    }

    @Test func eachResponseWithAUserHasThePolicy() async throws {
        let rules = [
            "LATCHKEY_PASSCODE": "required", "LATCHKEY_LONGEST_TIMEOUT": "1", "LATCHKEY_BIOMETRICS": "forbidden",
            "LATCHKEY_SESSION_DAYS": "1", "LATCHKEY_UNLOCK": "server",
        ]
        try await TestServer.run(environment: rules) { server in
            let end = Date(timeIntervalSince1970: Double((server.clock.now + .days(1)).seconds))
            let policy = User.Policy(
                passcodeRequired: true, longestTimeoutMinutes: 1, biometricsAllowed: false,
                sessionEndsAt: end, serverUnlockRequired: true)
            let signedIn = try await server.signIn()
            let set = try await server.setPasscode(signedIn)
            let verified = try await server.verify(TestServer.passcode, set).session()
            let refreshed = try await server.refresh(verified.refreshToken).session()
            let changed: User = try await server.changeSettings(#"{"language":"fr"}"#, refreshed).decode()
            let reset = try await server.resetPasscode(to: "580293", refreshed).session()
            for user in [signedIn.user, set.user, verified.user, refreshed.user, changed, reset.user] {
                #expect(user.policy == policy)
            }
        }
    }
}
