import Foundation
import LatchkeyAPI
import Testing

extension LatchkeyClient {
    static func test(
        _ transport: ScriptedTransport, clock: ImmediateClock = ImmediateClock(), retries: RetryPolicy = .standard,
        server: String = "https://lock.example.com", timeout: Duration = .seconds(10)
    ) throws -> LatchkeyClient {
        LatchkeyClient(
            server: try #require(ServerURL(server)), transport: transport, timeout: timeout, retries: retries,
            clock: clock, timeZone: .gmt)
    }
}

/// A call of the client, for parameterized tests.
struct Call: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let method: TransportRequest.Method
    let target: String
    var body: String?
    var bearer: String? = "T"
    /// A successful response to the call.
    let response: ScriptedTransport.Response
    let run: @Sendable (LatchkeyClient) async throws(APIError) -> Void
}

extension Call {
    private static let session = ScriptedTransport.Response.json(200, ContractJSONTests.session)
    private static let user = ScriptedTransport.Response.json(200, ContractJSONTests.user)
    private static let accepted = ScriptedTransport.Response.json(202, "{}")
    private static let gone = ScriptedTransport.Response.status(204)
    private static let attempt = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10))

    static let reads = [
        Call(testDescription: "me", method: .get, target: "/api/auth/me", response: user) {
            client throws(APIError) in _ = try await client.me(accessToken: "T")
        },
        Call(
            testDescription: "sessions", method: .get, target: "/api/auth/sessions",
            response: .json(200, #"{"sessions":[]}"#)
        ) { client throws(APIError) in _ = try await client.sessions(accessToken: "T") },
        Call(
            testDescription: "activity", method: .get, target: "/api/auth/activity",
            response: .json(200, #"{"events":[],"next":null}"#)
        ) { client throws(APIError) in _ = try await client.activity(accessToken: "T") },
        Call(
            testDescription: "activity page", method: .get, target: "/api/auth/activity?before=8%269&limit=20",
            response: .json(200, #"{"events":[],"next":"1"}"#)
        ) { client throws(APIError) in _ = try await client.activity(before: "8&9", limit: 20, accessToken: "T") },
        Call(
            testDescription: "sign-in methods", method: .get, target: "/api/auth/sign-in-ways", bearer: nil,
            response: .json(200, #"{"mail":true}"#)
        ) { client throws(APIError) in _ = try await client.signInMethods() },
        Call(
            testDescription: "unlock keys", method: .get, target: "/api/auth/unlock-keys",
            response: .json(200, #"{"unlock_keys":[]}"#)
        ) { client throws(APIError) in _ = try await client.unlockKeys(accessToken: "T") },
        Call(testDescription: "live", method: .get, target: "/health/live", bearer: nil, response: .json(200, "{}")) {
            client throws(APIError) in try await client.checkLive()
        },
        Call(testDescription: "ready", method: .get, target: "/health/ready", bearer: nil, response: .json(200, "{}")) {
            client throws(APIError) in try await client.checkReady()
        },
    ]

    static let sameWhenRepeated = [
        Call(testDescription: "lock", method: .post, target: "/api/auth/lock", body: "{}", response: gone) {
            client throws(APIError) in try await client.lock(accessToken: "T")
        },
        Call(testDescription: "logout", method: .post, target: "/api/auth/logout", body: "{}", response: gone) {
            client throws(APIError) in try await client.logout(accessToken: "T")
        },
        Call(testDescription: "end other sessions", method: .delete, target: "/api/auth/sessions", response: gone) {
            client throws(APIError) in try await client.endOtherSessions(accessToken: "T")
        },
        Call(
            testDescription: "add unlock key", method: .post, target: "/api/auth/unlock-keys",
            body: #"{"blinded":"-_8","replaces":"S0"}"#,
            response: .json(201, #"{"id":"0b","token":"t","public_key":"Ag","evaluation":"Aw"}"#)
        ) {
            client throws(APIError) in
            let key = try await client.addUnlockKey(blinded: [0xfb, 0xff], replacing: "S0", accessToken: "T")
            #expect(key.id == "0b" && key.publicKey.bytes == [2] && key.evaluation.bytes == [3])
        },
        Call(
            testDescription: "confirm unlock key", method: .put, target: "/api/auth/unlock-keys/0b",
            body: #"{"tag":"AQ"}"#, response: gone
        ) { client throws(APIError) in try await client.confirmUnlockKey(id: "0b", tag: [1], accessToken: "T") },
        Call(
            testDescription: "evaluate", method: .post, target: "/api/auth/unlock/evaluate",
            body: #"{"attempt":"00000000-0000-0000-0000-00000000000A","blinded":"AQ","token":"S"}"#, bearer: nil,
            response: .json(200, #"{"evaluation":"Ag","attempts_remaining":9,"retry_after":0}"#)
        ) {
            client throws(APIError) in
            let response = try await client.evaluateUnlock(attempt: attempt, blinded: [1], token: "S")
            #expect(response.evaluation.bytes == [2] && response.attemptsRemaining == 9)
        },
        Call(
            testDescription: "finish", method: .post, target: "/api/auth/unlock/finish",
            body: #"{"attempt":"00000000-0000-0000-0000-00000000000A","tag":"AQ","token":"S"}"#, bearer: nil,
            response: gone
        ) { client throws(APIError) in try await client.finishUnlock(attempt: attempt, tag: [1], token: "S") },
    ]

    static let refresh = Call(
        testDescription: "refresh", method: .post, target: "/api/auth/refresh", body: #"{"refresh_token":"R"}"#,
        bearer: nil, response: session
    ) { client throws(APIError) in _ = try await client.refresh(refreshToken: "R") }

    static let unlessReceived = [
        Call(
            testDescription: "magic link", method: .post, target: "/api/auth/magic-link", body: #"{"email":"a@b"}"#,
            bearer: nil, response: accepted
        ) { client throws(APIError) in try await client.requestMagicLink(email: "a@b") },
        Call(
            testDescription: "sign in by token", method: .post, target: "/api/auth/magic-link/verify",
            body: #"{"device_name":"D","time_zone":"GMT","token":"T"}"#, bearer: nil, response: session
        ) { client throws(APIError) in _ = try await client.signIn(with: .link(token: "T"), deviceName: "D") },
        Call(
            testDescription: "sign in by code", method: .post, target: "/api/auth/magic-link/verify",
            body: #"{"code":"K7QF-2M9X","email":"a@b","time_zone":"GMT"}"#, bearer: nil, response: session
        ) { client throws(APIError) in _ = try await client.signIn(with: .code("K7QF-2M9X", email: "a@b")) },
        Call(
            testDescription: "sign in by the team's login", method: .post, target: "/api/auth/token-sign-in",
            body: #"{"device_name":"D","subject_token":"T","#
                + #""subject_token_type":"urn:ietf:params:oauth:token-type:id_token","time_zone":"GMT"}"#,
            bearer: nil, response: session
        ) { client throws(APIError) in _ = try await client.signIn(with: .idToken("T"), deviceName: "D") },
        Call(
            testDescription: "disown", method: .post, target: "/api/auth/disown", body: #"{"token":"T"}"#,
            bearer: nil, response: gone
        ) { client throws(APIError) in try await client.disown(token: "T") },
        Call(
            testDescription: "settings", method: .patch, target: "/api/auth/passcode-settings",
            body: #"{"language":"fr","passcode_timeout_minutes":5}"#, response: user
        ) {
            client throws(APIError) in
            let settings = PasscodeSettingsRequest(passcodeTimeoutMinutes: 5, language: "fr")
            _ = try await client.changeSettings(settings, accessToken: "T")
        },
        Call(
            testDescription: "reset request", method: .post, target: "/api/auth/reset-passcode-request",
            body: #"{"email":"a@b"}"#, bearer: nil, response: accepted
        ) { client throws(APIError) in try await client.requestPasscodeReset(email: "a@b") },
        Call(
            testDescription: "reset request of a session", method: .post, target: "/api/auth/reset-passcode-request",
            body: "{}", response: accepted
        ) { client throws(APIError) in try await client.requestPasscodeReset(accessToken: "T") },
        Call(testDescription: "end session", method: .delete, target: "/api/auth/sessions/12", response: gone) {
            client throws(APIError) in try await client.endSession(id: "12", accessToken: "T")
        },
        Call(
            testDescription: "shut device", method: .delete, target: "/api/auth/unlock-keys/0b", body: "{}",
            response: gone
        ) { client throws(APIError) in try await client.shutDevice(id: "0b", currentPasscode: nil, accessToken: "T") },
        Call(
            testDescription: "remove unlock key", method: .delete, target: "/api/auth/unlock-keys/0b",
            body: #"{"token":"S"}"#, response: gone
        ) { client throws(APIError) in try await client.removeUnlockKey(id: "0b", token: "S", accessToken: "T") },
        Call(
            testDescription: "delete account", method: .delete, target: "/api/auth/account", body: "{}", response: gone
        ) { client throws(APIError) in try await client.deleteAccount(accessToken: "T") },
    ]

    static let never = [
        Call(
            testDescription: "set passcode", method: .post, target: "/api/auth/set-passcode",
            body: #"{"passcode":"482915"}"#, response: session
        ) { client throws(APIError) in _ = try await client.setPasscode("482915", accessToken: "T") },
        Call(
            testDescription: "change passcode", method: .post, target: "/api/auth/set-passcode",
            body: #"{"current_passcode":"111213","passcode":"482915"}"#, response: session
        ) {
            client throws(APIError) in
            _ = try await client.setPasscode("482915", currentPasscode: "111213", accessToken: "T")
        },
        Call(
            testDescription: "verify passcode", method: .post, target: "/api/auth/verify-passcode",
            body: #"{"passcode":"482915"}"#, response: session
        ) { client throws(APIError) in _ = try await client.verifyPasscode("482915", accessToken: "T") },
        Call(
            testDescription: "settings with passcode", method: .patch, target: "/api/auth/passcode-settings",
            body: #"{"current_passcode":"482915","passcode_enabled":false}"#, response: user
        ) {
            client throws(APIError) in
            let settings = PasscodeSettingsRequest(passcodeEnabled: false, currentPasscode: "482915")
            _ = try await client.changeSettings(settings, accessToken: "T")
        },
        Call(
            testDescription: "reset by token", method: .post, target: "/api/auth/reset-passcode",
            body: #"{"new_passcode":"482915","token":"M"}"#, bearer: nil, response: .json(200, "{}")
        ) { client throws(APIError) in
            _ = try await client.resetPasscode(with: .link(token: "M"), newPasscode: "482915")
        },
        Call(
            testDescription: "reset by code in a session", method: .post, target: "/api/auth/reset-passcode",
            body: #"{"code":"C","email":"a@b","new_passcode":"482915"}"#, response: session
        ) {
            client throws(APIError) in
            _ = try await client.resetPasscode(
                with: .code("C", email: "a@b"), newPasscode: "482915", accessToken: "T")
        },
        Call(
            testDescription: "reset and sign in", method: .post, target: "/api/auth/reset-passcode",
            body: #"{"device_name":"Pad","new_passcode":"482915","token":"M","transport":"bearer"}"#, bearer: nil,
            response: session
        ) {
            client throws(APIError) in
            _ = try await client.resetPasscodeAndSignIn(
                with: .link(token: "M"), newPasscode: "482915", deviceName: "Pad")
        },
        Call(
            testDescription: "reset by the team's login", method: .post, target: "/api/auth/reset-passcode",
            body: #"{"new_passcode":"482915","subject_token":"T","#
                + #""subject_token_type":"urn:ietf:params:oauth:token-type:id_token","transport":"bearer"}"#,
            bearer: nil, response: session
        ) {
            client throws(APIError) in
            _ = try await client.resetPasscodeAndSignIn(with: .idToken("T"), newPasscode: "482915")
        },
        Call(
            testDescription: "shut device with passcode", method: .delete, target: "/api/auth/unlock-keys/0b",
            body: #"{"current_passcode":"482915"}"#, response: gone
        ) {
            client throws(APIError) in
            try await client.shutDevice(id: "0b", currentPasscode: "482915", accessToken: "T")
        },
        Call(
            testDescription: "delete account with passcode", method: .delete, target: "/api/auth/account",
            body: #"{"current_passcode":"482915"}"#, response: gone
        ) { client throws(APIError) in try await client.deleteAccount(currentPasscode: "482915", accessToken: "T") },
    ]

    static let all = reads + sameWhenRepeated + [refresh] + unlessReceived + never
}
