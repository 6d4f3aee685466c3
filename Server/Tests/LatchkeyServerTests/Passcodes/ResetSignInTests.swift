import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// One email resets and signs in.
@Suite struct ResetSignInTests {
    @Test("V6 a reset with a transport starts an unlocked session")
    func aResetWithATransportStartsAnUnlockedSession() async throws {
        try await TestServer.run { server in
            let former = try await server.signInWithPasscode()
            let other = try await server.signIn()
            let response = try await server.reset(#""transport":"bearer","device_name":"Pad""#)
            let session = try response.session()
            #expect(!session.user.locked && session.user.hasPasscode)
            #expect(session.recoveryKey == former.recoveryKey && session.recoveryKey != nil)
            #expect(try await server.status(session) == 200)
            #expect(try await server.status(former) == 401)
            #expect(try await server.status(other) == 401)
            #expect(try await server.storedSessions().map(\.deviceName) == ["Pad"])
            #expect(try await server.refresh(session.refreshToken).status == 200)
            #expect(try await server.verify("580293", session).status == 200)
        }
    }

    @Test("V14 a reset that signs in is recorded and emailed")
    func aResetThatSignsInIsRecordedAndEmailed() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            _ = try await server.takeEmails(to: "ann@example.com")
            server.clock.advance(by: .hours(1))
            let session = try await server.reset(#""transport":"bearer""#).session()
            let page = try await server.get("/api/auth/activity", bearer: session.accessToken).decode(ActivityPage.self)
            #expect(page.events.prefix(2).map(\.kind) == [.signedIn, .passcodeReset])
            let subjects = try await server.takeEmails(to: "ann@example.com").map(\.subject)
            #expect(Set(subjects) == ["Your passcode was reset", "New sign-in to your account"])
        }
    }

    @Test("V12 a reset that sets a cookie requires the same origin")
    func aResetThatSetsACookieRequiresTheSameOrigin() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            let token = try #require(try await server.resetEmail().token)
            let json = #"{"token":"\#(token)","new_passcode":"580293","transport":"cookie","device_name":"Browser"}"#
            let foreign = try await server.post("/api/auth/reset-passcode", json)
            #expect(foreign.problem == "cross-site-request" && foreign.cookie == nil)
            let own = try await server.send(
                .post, "/api/auth/reset-passcode", json, headers: ["Sec-Fetch-Site": "same-origin"])
            let cookie = try #require(own.cookie)
            #expect(try own.decode(CookieSessionResponse.self).user.locked == false)
            #expect(!own.text.contains("recovery_key") && !own.text.contains("token"))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 200)
        }
    }

    @Test("V6 a reset keeps the account's own session")
    func aResetKeepsTheAccountsOwnSession() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let id = try await server.storedSessions().map(\.id)
            let kept = try await server.reset(#""transport":"bearer""#, bearer: session.accessToken).session()
            #expect(try await server.storedSessions().map(\.id) == id)
            #expect(try await server.status(kept) == 200)
            let stranger = try await server.signIn("eve@example.com")
            let begun = try await server.reset(#""transport":"bearer""#, bearer: stranger.accessToken).session()
            #expect(begun.user.email == "ann@example.com")
            #expect(try await server.status(kept) == 401)
            #expect(try await server.status(stranger) == 200)
            let page = try await server.reset(
                #""transport":"cookie""#, bearer: begun.accessToken, headers: ["Sec-Fetch-Site": "same-origin"])
            #expect(page.cookie != nil)
            #expect(try await server.status(begun) == 401)
        }
    }

    @Test func withoutATransportAResetSignsNoOneIn() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            let token = try #require(try await server.resetEmail().token)
            let path = "/api/auth/reset-passcode"
            let start = #"{"token":"\#(token)","new_passcode":"580293""#
            for bad in [#""transport":"smoke""#, #""transport":1"#, #""device_name":"a\u0007b""#] {
                #expect(try await server.post(path, "\(start),\(bad)}").problem == "invalid-request", "\(bad)")
            }
            let response = try await server.post(path, #"\#(start),"transport":null,"device_name":null}"#)
            #expect(response.text == "{}" && response.cookie == nil)
            #expect(try await server.storedSessions().isEmpty)
        }
    }

    @Test("V3 NIST-3.2.2-6 after a block one email resets and signs in")
    func afterABlockOneEmailResetsAndSignsIn() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            try await server.alterAccount { $0.requireReset() }
            let session = try await server.reset(#""transport":"bearer""#).session()
            #expect(try await server.status(session) == 200)
            let account = try await server.account()
            #expect(!account.resetRequired && account.passcodeEnabled && account.failures == 0)
        }
    }
}

extension TestServer {
    fileprivate func reset(
        _ members: String, bearer: String? = nil, headers: [String: String] = [:]
    ) async throws -> TestResponse {
        clock.advance(by: EmailLimits.interval)
        let token = try #require(try await resetEmail().token)
        return try await send(
            .post, "/api/auth/reset-passcode", #"{"token":"\#(token)","new_passcode":"580293",\#(members)}"#,
            bearer: bearer, headers: headers)
    }
}
