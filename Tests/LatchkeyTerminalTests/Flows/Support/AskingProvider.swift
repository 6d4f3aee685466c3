import ChildProcess
import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyTerminal

/// An OpenID provider from Server/Tests/Browser/harness/login.py, based on Authlib. It supports device codes (RFC
/// 8628), requests for a new login, and reports the login's time.
final class AskingProvider {
    private static let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL

    let issuer: String
    private let process: ChildProcess

    /// Starts the provider, and waits until it listens.
    init() throws {
        let python = Self.root.appending(path: ".build/test-tools/bin/python3").path
        process = try ChildProcess(
            URL(filePath: "/bin/sh"),
            [
                "-c", "cd \"$1\" && exec \"$2\" -m harness.login 2>&1", "sh",
                Self.root.appending(path: "Server/Tests/Browser").path, python,
            ],
            environment: ["PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1", "AUTHLIB_INSECURE_TRANSPORT": "1"])
        var issuer: String?
        while issuer == nil, let line = process.nextLine() {
            issuer = line.wholeMatch(of: #/http://127\.0\.0\.1:[0-9]+/#).map { String($0.0) }
        }
        self.issuer = try #require(issuer)
    }

    /// The settings of a server that uses this provider, without sign-in by email.
    var settings: [String: String] {
        [
            "LATCHKEY_IDENTITY_ISSUER": issuer, "LATCHKEY_IDENTITY_NAME": "Desk",
            "LATCHKEY_IDENTITY_APP_CLIENT_ID": "terminal", "LATCHKEY_MAIL_SIGN_IN": "off",
        ]
    }

    /// Adds a user with a verified email address.
    func add(_ subject: String, email: String) async throws {
        try await tell("people/\(subject)", #"{"email":"\#(email)","email_verified":true}"#)
    }

    /// Sets the reported age of logins in seconds; nil for the actual age.
    func setLazy(_ seconds: Int?) async throws {
        try await tell("settings", #"{"lazy":\#(seconds.map(String.init) ?? "null")}"#)
    }

    /// Enters a device code as the user. Returns the resulting page.
    func enter(_ code: String, as subject: String, action: String = "allow") async throws -> String {
        let fields = [("user_code", code), ("sub", subject), ("action", action)]
        return try await send(.post, "\(issuer)/device", FormFields.encode(fields)).page
    }

    /// Opens the address in a browser, logs in again, and follows the redirect. Returns the resulting page.
    func visit(_ entry: String, as subject: String) async throws -> String {
        let browser = try await BrowserVisit(entry)
        #expect(browser.address.contains("prompt=login") && browser.address.contains("max_age=0"))
        #expect(try await send(.get, browser.address).page.contains("<title>Login</title>"))
        let out = try await send(.post, browser.address, FormFields.encode([("sub", subject)]))
        return try await browser.goBack(to: try #require(out.location))
    }

    private func tell(_ path: String, _ json: String) async throws {
        let response = try await send(.post, "\(issuer)/\(path)", json, type: "application/json")
        #expect(response.page == "{}\n")
    }

    private func send(
        _ method: TransportRequest.Method, _ address: String, _ body: String? = nil,
        type: String = "application/x-www-form-urlencoded"
    ) async throws -> (page: String, location: String?) {
        let response = try await URLSessionTransport().send(
            TransportRequest(
                method: method, url: try #require(URL(string: address)),
                headers: body == nil ? [:] : ["Content-Type": type], body: body.map { Data($0.utf8) },
                timeout: .seconds(60)))
        return (String(decoding: response.body, as: UTF8.self), response.header("Location"))
    }
}
