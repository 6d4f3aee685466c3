import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension TestServer {
    static let passcode = "739105"
    static let wrongPasscode = "739106"

    /// Requests a sign-in email and returns it.
    func signInEmail(_ email: String) async throws -> TestEmail {
        _ = try await takeEmails(to: email)
        _ = try await post("/api/auth/magic-link", #"{"email":"\#(email)"}"#)
        return try #require(try await takeEmails(to: email).first { $0.code != nil })
    }

    /// Signs in as an app.
    func signIn(_ email: String = "ann@example.com") async throws -> SessionResponse {
        let token = try #require(try await signInEmail(email).token)
        return try await post("/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#).session()
    }

    /// Signs in as a page, and returns the cookie.
    func signInPage(_ email: String = "ann@example.com") async throws -> String {
        let token = try #require(try await signInEmail(email).token)
        let response = try await send(
            .post, "/api/auth/magic-link/verify", #"{"token":"\#(token)","transport":"cookie"}"#,
            headers: ["Sec-Fetch-Site": "same-origin"])
        return try #require(response.cookie)
    }

    /// Signs in as an app, sets the passcode and returns the unlocked session.
    func signInWithPasscode(_ email: String = "ann@example.com") async throws -> SessionResponse {
        let session = try await signIn(email)
        return try await setPasscode(session)
    }

    func setPasscode(_ session: SessionResponse, _ passcode: String = TestServer.passcode) async throws
        -> SessionResponse
    {
        try await post(
            "/api/auth/set-passcode", #"{"passcode":"\#(passcode)"}"#, bearer: session.accessToken
        ).session()
    }

    func verify(_ passcode: String, _ session: SessionResponse) async throws -> TestResponse {
        try await post("/api/auth/verify-passcode", #"{"passcode":"\#(passcode)"}"#, bearer: session.accessToken)
    }
}

extension TestServer {
    /// Signs in as a page, sets the passcode and returns the new cookie.
    func signInPageWithPasscode(_ email: String = "ann@example.com") async throws -> String {
        let cookie = try await signInPage(email)
        let response = try await post("/api/auth/set-passcode", #"{"passcode":"\#(Self.passcode)"}"#, cookie: cookie)
        return try #require(response.cookie)
    }

    func verify(_ passcode: String, cookie: String) async throws -> TestResponse {
        try await post("/api/auth/verify-passcode", #"{"passcode":"\#(passcode)"}"#, cookie: cookie)
    }
}

extension TestServer {
    /// Returns the stored account.
    func account(_ email: String = "ann@example.com") async throws -> Account {
        try #require(try await dependencies.store.read { try $0.accounts.find(email: email) })
    }

    /// Returns the account's stored sessions.
    func storedSessions(_ email: String = "ann@example.com") async throws -> [Session] {
        let id = try await account(email).id
        return try await dependencies.store.read { try $0.sessions.list(accountID: id) }
    }

    /// Signs in a minute later, because of the email limit.
    func signInLater(_ email: String = "ann@example.com") async throws -> SessionResponse {
        clock.advance(by: EmailLimits.interval)
        return try await signIn(email)
    }

    /// Sends a wrong passcode this many times.
    func fail(_ count: Int, _ session: SessionResponse) async throws {
        for _ in 0..<count {
            #expect(try await verify(Self.wrongPasscode, session).problem == "incorrect-passcode")
        }
    }

    /// Causes the thirtieth failure of a new account with a passcode.
    func blockAccount(_ email: String = "ann@example.com") async throws {
        try await fail(3, signInWithPasscode(email))
        for _ in 0..<9 { try await fail(3, signInLater(email)) }
    }

    /// Requests a reset email and returns it.
    func resetEmail(_ email: String = "ann@example.com") async throws -> TestEmail {
        _ = try await takeEmails(to: email)
        _ = try await post("/api/auth/reset-passcode-request", #"{"email":"\#(email)"}"#)
        return try #require(try await takeEmails(to: email).first { $0.code != nil })
    }

    /// Resets the passcode by email, optionally in a session.
    func resetPasscode(
        to passcode: String, _ session: SessionResponse? = nil, email: String = "ann@example.com"
    ) async throws -> TestResponse {
        let token = try #require(try await resetEmail(email).token)
        return try await post(
            "/api/auth/reset-passcode", #"{"token":"\#(token)","new_passcode":"\#(passcode)"}"#,
            bearer: session?.accessToken)
    }

    func refresh(_ token: String) async throws -> TestResponse {
        try await post("/api/auth/refresh", #"{"refresh_token":"\#(token)"}"#)
    }

    func changeSettings(_ json: String, _ session: SessionResponse) async throws -> TestResponse {
        try await send(.patch, "/api/auth/passcode-settings", json, bearer: session.accessToken)
    }

    /// Returns the status of the session: 200, 423 or 401.
    func status(_ session: SessionResponse) async throws -> Int {
        try await get("/api/auth/sessions", bearer: session.accessToken).status
    }

    /// Holds every verification on its thread, after its attempt was reserved, until the barrier is opened.
    func holdChecks() -> Barrier {
        let barrier = Barrier()
        hasher.beforeCheck { () throws(PasscodeHasherError) in barrier.pass() }
        return barrier
    }
}
