import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension ServerUnderTest {
    static let passcode = "739105"
    static let wrongPasscode = "739106"

    /// Requests a sign-in email and returns it.
    func signInEmail(_ email: String) async throws -> TestEmail {
        let response = try await post("/api/auth/magic-link", #"{"email":"\#(email)"}"#)
        try #require(response.status == 202)
        return try await data.takeEmail(to: email, "Your sign-in link")
    }

    /// Signs in as an app.
    func signIn(_ email: String = "ann@example.com", device: String = "Phone") async throws -> SessionResponse {
        let token = try #require(try await signInEmail(email).token)
        return try await post(
            "/api/auth/magic-link/verify", #"{"token":"\#(token)","device_name":"\#(device)"}"#
        ).session()
    }

    /// Signs in as a page, and returns the cookie.
    func signInPage(_ email: String = "ann@example.com") async throws -> String {
        let token = try #require(try await signInEmail(email).token)
        let response = try await send(
            "POST", "/api/auth/magic-link/verify", #"{"token":"\#(token)","transport":"cookie"}"#,
            headers: ["Sec-Fetch-Site": "same-origin"])
        return try #require(response.cookie)
    }

    /// Signs in as an app, sets the passcode and returns the unlocked session.
    func signInWithPasscode(_ email: String = "ann@example.com") async throws -> SessionResponse {
        let session = try await signIn(email)
        return try await post(
            "/api/auth/set-passcode", #"{"passcode":"\#(Self.passcode)"}"#, bearer: session.accessToken
        ).session()
    }

    /// Signs in as a page, sets the passcode and returns the new cookie.
    func signInPageWithPasscode(_ email: String = "ann@example.com") async throws -> String {
        let cookie = try await signInPage(email)
        let response = try await post("/api/auth/set-passcode", #"{"passcode":"\#(Self.passcode)"}"#, cookie: cookie)
        return try #require(response.cookie)
    }

    /// Returns cookies of several locked sessions of an account with a passcode. Advances the clock, because of the
    /// email limit.
    func lockedPages(_ count: Int, of email: String = "ann@example.com") async throws -> [String] {
        _ = try await signInPageWithPasscode(email)
        var cookies: [String] = []
        for _ in 0..<count {
            try data.advanceClock(by: .seconds(60))
            cookies.append(try await signInPage(email))
        }
        return cookies
    }

    func verify(_ passcode: String, bearer: String? = nil, cookie: String? = nil) async throws -> TestResponse {
        try await post(
            "/api/auth/verify-passcode", #"{"passcode":"\#(passcode)"}"#, bearer: bearer, cookie: cookie)
    }

    func user(bearer: String? = nil, cookie: String? = nil) async throws -> User {
        try await send("GET", "/api/auth/me", bearer: bearer, cookie: cookie).decode()
    }
}
