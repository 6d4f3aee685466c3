import ChildProcess
import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyTerminal

/// The OpenID provider of Server/Tests/Browser/harness/login.py, which is made of Authlib: it gives codes for another
/// device (RFC 8628), asks the person again when it is told to, and says when it has.
final class AskingProvider {
    private static let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL

    let issuer: String
    private let process: ChildProcess

    /// Starts it, and waits until it listens.
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

    /// The settings of a server whose team has this provider, and no mails.
    var settings: [String: String] {
        [
            "LATCHKEY_IDENTITY_ISSUER": issuer, "LATCHKEY_IDENTITY_NAME": "Desk",
            "LATCHKEY_IDENTITY_APP_CLIENT_ID": "terminal", "LATCHKEY_MAIL_SIGN_IN": "off",
        ]
    }

    /// What the person who is named so claims to be there.
    func add(_ subject: String, email: String) async throws {
        try await tell("people/\(subject)", #"{"email":"\#(email)","email_verified":true}"#)
    }

    /// Has it tell of a question that was so many seconds ago, whenever it was; nil for the truth.
    func setLazy(_ seconds: Int?) async throws {
        try await tell("settings", #"{"lazy":\#(seconds.map(String.init) ?? "null")}"#)
    }

    /// What the person does on the other device. Returns the page that is then shown.
    func enter(_ code: String, as subject: String, action: String = "allow") async throws -> String {
        let fields = [("user_code", code), ("sub", subject), ("action", action)]
        return try await send(.post, "\(issuer)/device", FormFields.encode(fields)).page
    }

    /// What the person does in the browser: it opens the address, is asked again, and is sent back. Returns the page
    /// that is then shown.
    func visit(_ entry: String, as subject: String) async throws -> String {
        let browser = try await BrowserVisit(entry)
        #expect(browser.address.contains("prompt=login") && browser.address.contains("max_age=0"))
        #expect(try await send(.get, browser.address).page.contains("<title>Login</title>"))
        let out = try await send(.post, browser.address, FormFields.encode([("sub", subject)]))
        return try await browser.goBack(to: try #require(out.location))
    }

    private func tell(_ path: String, _ json: String) async throws {
        let answer = try await send(.post, "\(issuer)/\(path)", json, type: "application/json")
        #expect(answer.page == "{}\n")
    }

    private func send(
        _ method: TransportRequest.Method, _ address: String, _ body: String? = nil,
        type: String = "application/x-www-form-urlencoded"
    ) async throws -> (page: String, location: String?) {
        let answer = try await URLSessionTransport().send(
            TransportRequest(
                method: method, url: try #require(URL(string: address)),
                headers: body == nil ? [:] : ["Content-Type": type], body: body.map { Data($0.utf8) },
                timeout: .seconds(60)))
        return (String(decoding: answer.body, as: UTF8.self), answer.header("Location"))
    }
}
