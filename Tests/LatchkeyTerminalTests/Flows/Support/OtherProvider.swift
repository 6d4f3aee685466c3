import ChildProcess
import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyTerminal

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An independent OpenID provider, `oidc-provider-mock` (scripts/python-packages.txt), as a process on the loopback
/// interface. `visit` simulates a browser.
final class OtherProvider {
    private static let tools = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL
        .appending(path: ".build/test-tools/bin")
    static let isInstalled = FileManager.default.isExecutableFile(
        atPath: tools.appending(path: "oidc-provider-mock").path)
    /// A wrapper that adds public clients with PKCE, because the provider supports only confidential ones.
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "public-provider.py")

    let issuer: String
    private let process: ChildProcess

    /// Starts the provider, and waits until it listens.
    init() throws {
        let python = Self.tools.appending(path: "python3").path
        process = try ChildProcess(
            URL(filePath: "/bin/sh"), ["-c", "exec \"$@\" 2>&1", "sh", python, Self.script.path, "--port", "0"],
            environment: ["PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1"])
        var issuer: String?
        while issuer == nil, let line = process.nextLine() {
            issuer = line.firstMatch(of: #/http://127\.0\.0\.1:[0-9]+/#).map { String($0.0) }
        }
        self.issuer = try #require(issuer)
    }

    /// The settings of a server that uses this provider.
    var settings: [String: String] {
        [
            "LATCHKEY_IDENTITY_ISSUER": issuer, "LATCHKEY_IDENTITY_NAME": "Desk",
            "LATCHKEY_IDENTITY_APP_CLIENT_ID": "terminal",
        ]
    }

    /// Adds a user with an email address.
    func add(_ subject: String, email: String) async throws {
        let claims = Data(#"{"email":"\#(email)","email_verified":true}"#.utf8)
        var request = URLRequest(url: try #require(URL(string: "\(issuer)/users/\(subject)")))
        (request.httpMethod, request.httpBody) = ("PUT", claims)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (_, response) = try await URLSession.shared.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 204)
    }

    /// Signs the user in at the address like a browser, and follows the redirect. Returns the resulting page.
    func visit(_ entry: String, as fields: [(String, String)]) async throws -> String {
        let browser = try await BrowserVisit(entry)
        let address = browser.address
        let form = Data(FormFields.encode(fields).utf8)
        let out = TransportRequest(
            method: .post, url: try #require(URL(string: address)),
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: form, timeout: .seconds(60))
        var back = try #require(try await URLSessionTransport().send(out).header("Location"))
        // After a rejected consent this provider omits the state, which RFC 6749, 4.1.2.1 requires.
        let state = try #require(address.firstMatch(of: #/state=[A-Za-z0-9_-]+/#)).0
        if !back.contains(state) { back += "&" + state }
        return try await browser.goBack(to: back)
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests without this provider, with the reason.
    static var whereOtherProviderIs: Self {
        .enabled(
            if: OtherProvider.isInstalled,
            "oidc-provider-mock is absent; scripts/install-packages test installs it")
    }
}
