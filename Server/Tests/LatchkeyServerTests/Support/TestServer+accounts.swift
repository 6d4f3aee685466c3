import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension TestServer {
    static let passcode = "739105"
    static let wrongPasscode = "739106"

    /// Asks for a sign-in mail and returns it.
    func signInMail(_ email: String) async throws -> TestMail {
        _ = try await takeMails(to: email)
        _ = try await post("/api/auth/magic-link", #"{"email":"\#(email)"}"#)
        return try #require(try await takeMails(to: email).first { $0.code != nil })
    }

    /// Signs in as an app.
    func signIn(_ email: String = "ann@example.com") async throws -> SessionResponse {
        let token = try #require(try await signInMail(email).token)
        return try await post("/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#).session()
    }

    /// Signs in as a page, and returns the cookie.
    func signInPage(_ email: String = "ann@example.com") async throws -> String {
        let token = try #require(try await signInMail(email).token)
        let answer = try await send(
            .post, "/api/auth/magic-link/verify", #"{"token":"\#(token)","transport":"cookie"}"#,
            headers: ["Sec-Fetch-Site": "same-origin"])
        return try #require(answer.cookie)
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

    func verify(_ passcode: String, _ session: SessionResponse) async throws -> TestAnswer {
        try await post("/api/auth/verify-passcode", #"{"passcode":"\#(passcode)"}"#, bearer: session.accessToken)
    }
}

extension TestServer {
    /// Signs in as a page, sets the passcode and returns the new cookie.
    func signInPageWithPasscode(_ email: String = "ann@example.com") async throws -> String {
        let cookie = try await signInPage(email)
        let answer = try await post("/api/auth/set-passcode", #"{"passcode":"\#(Self.passcode)"}"#, cookie: cookie)
        return try #require(answer.cookie)
    }

    func verify(_ passcode: String, cookie: String) async throws -> TestAnswer {
        try await post("/api/auth/verify-passcode", #"{"passcode":"\#(passcode)"}"#, cookie: cookie)
    }
}
