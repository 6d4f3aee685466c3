import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct OneTimeTokenTests {
    @Test("V5 NIST-5.1-7 ASVS-6.5.1 a link is single-use")
    func aLinkIsSingleUse() async throws {
        try await TestServer.run { server in
            let email = try await server.signInEmail("ann@example.com")
            #expect(try await server.redeem(email).status == 200)
            #expect(try await server.redeem(email).problem == "invalid-code")
            #expect(try await server.redeemCode(email.code).problem == "invalid-code")
        }
    }

    @Test("V5 ASVS-2.3.4 ASVS-6.5.1 ASVS-15.4.2 concurrent uses of a link sign in once")
    func concurrentUsesOfALinkSignInOnce() async throws {
        try await TestServer.run { server in
            let email = try await server.signInEmail("ann@example.com")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await server.redeem(email).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
        }
    }

    @Test(
        "V5 ASVS-6.4.1 ASVS-6.5.5 code and link expire after ten minutes", arguments: [(599_999, 200), (600_000, 400)])
    func codeAndLinkExpireAfterTenMinutes(milliseconds: Int, expected: Int) async throws {
        try await TestServer.run { server in
            let email = try await server.signInEmail("ann@example.com")
            server.clock.advance(by: .milliseconds(milliseconds))
            #expect(try await server.redeemCode(email.code).status == expected)
        }
    }

    @Test(
        "V5 code and link from the future are rejected",
        arguments: [(-60_000, 200), (-60_001, 400), (-3_600_000, 400)])
    func codeAndLinkFromTheFutureAreRejected(milliseconds: Int, expected: Int) async throws {
        try await TestServer.run { server in
            let ann = try await server.signInEmail("ann@example.com")
            let bob = try await server.signInEmail("bob@example.com")
            server.clock.advance(by: .milliseconds(milliseconds))
            #expect(try await server.redeemCode(ann.code).status == expected)
            #expect(try await server.redeem(bob).status == expected)
        }
    }

    @Test("V5 a notice's link works after a clock change")
    func aNoticesLinkWorksAfterAClockChange() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            let token = try #require(try await server.takeEmails(to: "ann@example.com").compactMap(\.token).last)
            server.clock.advance(by: .hours(-2))
            #expect(try await server.post("/api/auth/disown", #"{"token":"\#(token)"}"#).status == 204)
        }
    }

    @Test("V5 a code ignores case, spaces and hyphens")
    func aCodeIgnoresCaseSpacesAndHyphens() async throws {
        try await TestServer.run { server in
            let code = try #require(try await server.signInEmail("ann@example.com").code)
            let typed = code.lowercased().replacing("-", with: " ").map { "\($0) " }.joined()
            #expect(try await server.redeemCode(typed).status == 200)
        }
    }

    @Test("V5 ASVS-6.6.3 five wrong codes invalidate the code, not the link", arguments: [(4, 200), (5, 400)])
    func fiveWrongCodesInvalidateTheCodeNotTheLink(wrong: Int, expected: Int) async throws {
        try await TestServer.run { server in
            let email = try await server.signInEmail("ann@example.com")
            for _ in 0..<wrong { #expect(try await server.redeemCode("0000-0000").problem == "invalid-code") }
            #expect(try await server.redeemCode(email.code).status == expected)
            if expected == 400 { #expect(try await server.redeem(email).status == 200) }
        }
    }

    @Test("V5 a malformed code costs no attempt")
    func aMalformedCodeCostsNoAttempt() async throws {
        try await TestServer.run { server in
            let email = try await server.signInEmail("ann@example.com")
            for text in ["", "K7QF", "K7QF-2M9X-1", "UUUU-UUUU", "K7QF-2M9\u{661}"] {
                for _ in 0..<2 { #expect(try await server.redeemCode(text).problem == "invalid-code") }
            }
            #expect(try await server.redeemCode(email.code).status == 200)
        }
    }

    @Test("V5 ASVS-6.6.2 a newer email replaces the older one of its purpose")
    func aNewerEmailReplacesTheOlderOneOfItsPurpose() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            let reset = try await server.resetEmail()
            let older = try await server.signInEmail("ann@example.com")
            let newer = try await server.signInEmail("ann@example.com")
            #expect(try await server.redeem(older).problem == "invalid-code")
            #expect(try await server.redeemCode(older.code).problem == "invalid-code")
            #expect(try await server.redeem(newer).status == 200)
            #expect(try await server.reset(reset, to: "580293").status == 200)
        }
    }

    @Test("V5 ASVS-6.6.2 sign-in and reset are not interchangeable")
    func signInAndResetAreNotInterchangeable() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            let reset = try await server.resetEmail()
            let signIn = try await server.signInEmail("ann@example.com")
            #expect(try await server.redeem(reset).problem == "invalid-code")
            #expect(try await server.redeemCode(reset.code).problem == "invalid-code")
            #expect(try await server.reset(signIn, to: "580293").problem == "invalid-code")
            #expect(try await server.reset(reset, to: "580293").status == 200)
        }
    }

    @Test("V5 a code is valid only for its address")
    func aCodeIsValidOnlyForItsAddress() async throws {
        try await TestServer.run { server in
            let code = try await server.signInEmail("ann@example.com").code
            _ = try await server.signInEmail("bob@example.com")
            #expect(try await server.redeemCode(code, email: "bob@example.com").problem == "invalid-code")
            #expect(try await server.redeemCode(code, email: "ann@example.com").status == 200)
        }
    }

    @Test("V5 a rejected new passcode does not consume the token")
    func aRejectedNewPasscodeDoesNotConsumeTheToken() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            let email = try await server.resetEmail()
            #expect(try await server.reset(email, to: "123456").decode(Problem.self).reason == .common)
            #expect(try await server.reset(email, to: "12345").decode(Problem.self).reason == .format)
            // Equality with the current one is not checked here, because it would reveal the passcode.
            #expect(try await server.reset(email, to: TestServer.passcode).status == 200)
            #expect(try await server.reset(email, to: "580293").problem == "invalid-code")
        }
    }

    @Test("V6 ASVS-6.4.3 a reset without a session signs no one in")
    func aResetWithoutASessionSignsNoOneIn() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let response = try await server.resetPasscode(to: "580293")
            #expect(response.text == "{}")
            #expect(try await server.status(session) == 401)
            let next = try await server.signIn()
            #expect(try await server.verify(TestServer.passcode, next).status == 403)
            #expect(try await server.verify("580293", next).status == 200)
        }
    }

    @Test(
        "V6 a reset in a session unlocks it and ends others"
    )
    func aResetInASessionUnlocksItAndEndsOthers() async throws {
        try await TestServer.run { server in
            let first = try await server.signInWithPasscode()
            let locked = try await server.signIn()
            let stranger = try await server.signIn("eve@example.com")
            let response = try await server.resetPasscode(to: "580293", locked)
            let session = try response.session()
            #expect(session.recoveryKey == first.recoveryKey)
            #expect(!session.user.locked)
            #expect(try await server.status(first) == 401)
            #expect(try await server.resetPasscode(to: "481926", stranger).text == "{}")
            #expect(try await server.status(stranger) == 200)
            #expect(try await server.status(session) == 401)
        }
    }

    @Test func aResetEmailRequiresAPasscode() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            _ = try await server.takeEmails(to: "ann@example.com")
            #expect(
                try await server.post("/api/auth/reset-passcode-request", #"{"email":"ann@example.com"}"#).status == 202
            )
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty)
        }
    }

    @Test("ASVS-6.3.2 closed sign-up creates no account")
    func closedSignUpCreatesNoAccount() async throws {
        try await TestServer.run(environment: ["LATCHKEY_SIGN_UP": "closed"]) { server in
            #expect(try await server.post("/api/auth/magic-link", #"{"email":"new@example.com"}"#).status == 202)
            #expect(try await server.takeEmails(to: "new@example.com").isEmpty)
            let account = Account(
                id: StoreContract.rowID("a"), email: "old@example.com", createdAt: server.clock.now)
            try await server.dependencies.store.write { try $0.accounts.insert(account) }
            #expect(try await server.signIn("old@example.com").user.id == account.id)
        }
    }
}

extension TestServer {
    func redeem(_ email: TestEmail) async throws -> TestResponse {
        try await post("/api/auth/magic-link/verify", #"{"token":"\#(email.token ?? "")"}"#)
    }

    func redeemCode(_ code: String?, email: String = "ann@example.com") async throws -> TestResponse {
        try await post("/api/auth/magic-link/verify", #"{"email":"\#(email)","code":"\#(code ?? "")"}"#)
    }

    func reset(_ email: TestEmail, to passcode: String) async throws -> TestResponse {
        try await post(
            "/api/auth/reset-passcode", #"{"token":"\#(email.token ?? "")","new_passcode":"\#(passcode)"}"#)
    }
}
