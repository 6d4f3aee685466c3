import Foundation
import HTTPTypes
import IdentityTestSupport
import LatchkeyAPI
import Logging
import Testing

@testable import LatchkeyServer

extension TestServer {
    /// Runs `body` with a server whose team has a provider.
    static func runWithProvider(
        _ environment: [String: String] = [:], logger: Logger? = nil,
        _ body: @escaping @Sendable (TestServer, TestProvider) async throws -> Void
    ) async throws {
        let provider = try TestProvider()
        let identity = [
            "LATCHKEY_IDENTITY_ISSUER": TestProvider.issuer, "LATCHKEY_IDENTITY_CLIENT_ID": "pages",
            "LATCHKEY_IDENTITY_AUDIENCES": "app Kiosk", "LATCHKEY_IDENTITY_TRUSTED_AUDIENCES": "trusted",
        ]
        try await run(environment: identity.merging(environment) { $1 }, provider: provider, logger: logger) { server in
            try await body(server, provider)
        }
    }

    /// Returns a new, valid ID token of an app, of Ann unless the claims differ.
    func idToken(_ provider: TestProvider, _ claims: [String: (any Sendable)?] = [:]) throws -> String {
        let now = Double(clock.now.seconds)
        let times: [String: (any Sendable)?] = [
            "iat": now, "exp": now + 600, "auth_time": now - 30, "jti": UUID().uuidString,
        ]
        return try provider.idToken.with(claims: times.merging(claims) { $1 }).signed()
    }

    func signIn(
        byToken token: String, type: TokenSignInRequest.TokenType = .idToken, transport: String? = nil
    ) async throws -> TestResponse {
        let transport = transport.map { #","transport":"\#($0)""# } ?? ""
        return try await send(
            .post, "/api/auth/token-sign-in",
            #"{"subject_token":"\#(token)","subject_token_type":"\#(type.rawValue)"\#(transport)}"#,
            headers: ["Sec-Fetch-Site": "same-origin"])
    }

    /// Signs in with a new ID token.
    func signIn(
        by provider: TestProvider, _ claims: [String: (any Sendable)?] = [:]
    ) async throws -> SessionResponse {
        let response = try await signIn(byToken: idToken(provider, claims))
        #expect(response.status == 200, "\(response.problem)")
        return try response.session()
    }

    /// Returns the problem of a sign-in with a new ID token.
    func rejection(by provider: TestProvider, _ claims: [String: (any Sendable)?] = [:]) async throws -> String {
        try await signIn(byToken: idToken(provider, claims)).problem
    }

    /// Calls with a new logout token, of Ann and her session `s1` unless the claims differ.
    func logOut(
        _ provider: TestProvider, _ claims: [String: (any Sendable)?] = [:]
    ) async throws -> TestResponse {
        let now = Double(clock.now.seconds)
        let own: [String: (any Sendable)?] = ["iat": now, "exp": now + 120, "jti": UUID().uuidString]
        let token = try provider.logoutToken.with(claims: own.merging(claims) { $1 }).signed()
        return try await logOut("logout_token=" + token)
    }

    func logOut(_ form: String) async throws -> TestResponse {
        try await send(
            .post, "/api/auth/backchannel-logout", form,
            headers: ["Content-Type": "application/x-www-form-urlencoded"])
    }
}
