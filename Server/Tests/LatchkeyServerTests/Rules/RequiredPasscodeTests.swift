import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// `LATCHKEY_PASSCODE=required`.
@Suite struct RequiredPasscodeTests {
    private static let required = [
        "LATCHKEY_PASSCODE": "required", "LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection,
    ]
    /// The calls of a session that do not require the passcode.
    private static let open = [
        "GET /api/auth/me", "POST /api/auth/lock", "POST /api/auth/verify-passcode", "POST /api/auth/set-passcode",
        "POST /api/auth/unlock", "POST /api/auth/unlock/options",
    ]

    @Test("V13 ASVS-2.3.1 without a required passcode a session can only set one")
    func withoutARequiredPasscodeASessionCanOnlySetOne() async throws {
        try await TestServer.run(environment: Self.required) { server in
            let (app, page) = (try await server.signIn(), try await server.signInPage("bob@example.com"))
            #expect(!app.user.locked && app.user.policy.passcodeRequired)
            var reached: [String] = []
            for endpoint in server.parts.endpoints {
                guard case .session = endpoint.handler else { continue }
                let path = endpoint.path.replacing("{id}", with: "x")
                let body = endpoint.method == .get ? nil : "{}"
                let asApp = try await server.send(endpoint.method, path, body, bearer: app.accessToken)
                let asPage = try await server.send(endpoint.method, path, body, cookie: page)
                #expect(asApp.problem == asPage.problem, "\(path)")
                if asApp.problem == "passcode-required" {
                    #expect(asApp.status == 403)
                } else {
                    reached.append("\(endpoint.method.rawValue) \(endpoint.path)")
                }
            }
            #expect(reached.sorted() == Self.open.sorted())
        }
    }

    @Test("V13 gate and introspection report a missing required passcode")
    func gateAndIntrospectionReportAMissingRequiredPasscode() async throws {
        try await TestServer.run(environment: Self.required) { server in
            let session = try await server.signIn()
            #expect(try await server.gate(session) == "passcode-required")
            let rejected = TokenIntrospection(locked: false, passcodeRequired: true)
            #expect(try await server.introspect(session.accessToken) == rejected)
            let set = try await server.setPasscode(session)
            #expect(try await server.gate(set) == "open")
            #expect(try await server.introspect(set.accessToken).active)
            #expect(try await server.status(set) == 200)
        }
    }

    @Test func refreshReportsTheMissingPasscodeWithoutGrantingAccess() async throws {
        try await TestServer.run(environment: Self.required) { server in
            let session = try await server.refresh(server.signIn().refreshToken).session()
            #expect(session.user.policy.passcodeRequired && !session.user.hasPasscode)
            #expect(try await server.changeSettings(#"{"language":"fr"}"#, session).problem == "passcode-required")
            #expect(try await server.account().language == nil)
        }
    }

    @Test("V3 disabling is rejected before verification, setting is not")
    func disablingIsRejectedBeforeVerificationSettingIsNot() async throws {
        try await TestServer.run(environment: Self.required) { server in
            let session = try await server.signInWithPasscode()
            for json in [
                #"{"passcode_enabled":false}"#, #"{"passcode_enabled":false,"current_passcode":"739105"}"#,
                #"{"passcode_enabled":false,"current_passcode":"739106"}"#,
            ] { #expect(try await server.changeSettings(json, session).problem == "passcode-required") }
            #expect(server.hasher.checks == 0)
            #expect(try await server.account().passcodeEnabled)
            #expect(try await server.changeSettings(#"{"passcode_enabled":true}"#, session).status == 200)
        }
    }

    @Test(
        "ASVS-8.3.2 a new rule applies immediately and stores nothing")
    func aNewRuleAppliesImmediatelyAndStoresNothing() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            let before = try await (server.account(), server.storedSessions())
            try await server.restarted(Self.required) { (strict) async throws in
                #expect(try await strict.gate(session) == "passcode-required")
                #expect(try await !strict.introspect(session.accessToken).active)
                #expect(try await strict.get("/api/auth/sessions", bearer: session.accessToken).status == 403)
                #expect(try await strict.me(session).policy.passcodeRequired)
            }
            #expect(try await server.status(session) == 200)
            #expect(try await server.gate(session) == "open")
            let after = try await (server.account(), server.storedSessions())
            #expect(after.0 == before.0 && after.1.map(\.lock) == before.1.map(\.lock))
        }
    }

    @Test("V13 a disabled passcode is required again", arguments: Asker.allCases)
    func aDisabledPasscodeIsRequiredAgain(_ asker: Asker) async throws {
        try await TestServer.run { server in
            let given = try await server.signInWithPasscode()
            let off = #"{"passcode_enabled":false,"current_passcode":"739105"}"#
            #expect(try await server.changeSettings(off, given).status == 200)
            let session = try await server.signInLater()
            server.clock.advance(by: EmailLimits.interval)
            let cookie = try await server.signInPage()
            #expect(!session.user.locked && !session.user.passcodeEnabled)
            try await server.restarted(Self.required) { (strict) async throws in
                #expect(try await !asker.isOpen(session, cookie: cookie, on: strict))
                let user = try await strict.me(session)
                #expect(user.locked && user.passcodeEnabled)
                // A verified session stays unlocked while it is active.
                #expect(try await strict.status(given) == 200)
                let open = try await strict.verify(TestServer.passcode, session).session()
                #expect(!open.user.locked)
                #expect(try await strict.gate(open) == "open")
                #expect(try await strict.introspect(open.accessToken).contextClass == TokenIntrospection.passcode)
                strict.clock.advance(by: .minutes(14))
                let newer = try await strict.refresh(open.refreshToken).session()
                strict.clock.advance(by: .minutes(1))
                #expect(try await strict.gate(newer) == "locked")
                #expect(try await !strict.account().passcodeEnabled)
            }
        }
    }

    @Test func aNewSessionWithADisabledPasscodeStartsLocked() async throws {
        try await TestServer.run { server in
            let first = try await server.signInWithPasscode()
            let off = #"{"passcode_enabled":false,"current_passcode":"739105"}"#
            _ = try await server.changeSettings(off, first)
            try await server.restarted(Self.required) { (strict) async throws in
                let session = try await strict.signInLater()
                #expect(session.user.locked)
                #expect(try await strict.status(session) == 423)
                // A looser rule unlocks nothing.
                try await strict.restarted { (loose) async throws in #expect(try await loose.status(session) == 423) }
                // A manual lock works, too.
                #expect(try await strict.post("/api/auth/lock", bearer: first.accessToken).status == 204)
            }
        }
    }
}
