import Foundation
import IdentityTestSupport
import LatchkeyEncoding
import LatchkeyHTTPClient
import Testing

@testable import LatchkeyIdentity

/// The whole flow with an independent provider over the network.
@Suite(.enabled(if: OtherProvider.isInstalled, OtherProvider.absence))
struct OtherProviderTests {
    private static let back = "https://lock.example/return"

    /// Runs the body with the provider, in which Ann has an account, and a client.
    private func run(_ body: (OtherProvider, OpenIDClient) async throws -> Void) async throws {
        try await OtherProvider.run { other in
            try await other.add("ann-1", ["email": "ann@example.com", "email_verified": true, "name": "Ann"])
            let provider = try IdentityProvider(
                issuer: other.issuer, clientID: "pages", clientSecret: "secret", audiences: ["pages"],
                isDevelopment: true)
            let http = ProviderHTTP(deadline: .seconds(60))
            let client = OpenIDClient(provider: provider, http: http, clock: .system()) { count in
                (0..<count).map { _ in UInt8.random(in: 0...255) }
            }
            try await body(other, client)
        }
    }

    @Test func authorizationCodeSignsABrowserInOnlyOnce() async throws {
        try await run { other, client in
            let request = try await client.authorizationRequest(redirectURI: Self.back)
            let query = try await other.visit(request.url, as: [("sub", "ann-1")])
            let person = try await client.completeAuthorization(query: query, attempt: request.attempt)
            #expect(person.issuer == other.issuer)
            #expect(person.subject == "ann-1")
            #expect(person.email == "ann@example.com")
            #expect(person.name == "Ann")
            let again = await rejection { () async throws(IdentityError) in
                try await client.completeAuthorization(query: query, attempt: request.attempt)
            }
            #expect(again == .rejected(.code))
        }
    }

    @Test func responseToOneAttemptIsRejectedForAnother() async throws {
        try await run { other, client in
            let request = try await client.authorizationRequest(redirectURI: Self.back)
            let second = try await client.authorizationRequest(redirectURI: Self.back)
            let query = try await other.visit(request.url, as: [("sub", "ann-1")])
            let moved = query.replacing(request.attempt.state, with: second.attempt.state)
            for (query, reason) in [(query, IdentityError.Reason.state), (moved, .nonce)] {
                let error = await rejection { () async throws(IdentityError) in
                    try await client.completeAuthorization(query: query, attempt: second.attempt)
                }
                #expect(error == .rejected(reason))
            }
        }
    }

    @Test func deniedAuthorizationFailsTheSignIn() async throws {
        try await run { other, client in
            let request = try await client.authorizationRequest(redirectURI: Self.back)
            var query = try await other.visit(request.url, as: [("action", "deny")])
            // The mock provider omits the state.
            if !query.contains("state=") { query += "&state=\(request.attempt.state)" }
            let response = query
            let error = await rejection { () async throws(IdentityError) in
                try await client.completeAuthorization(query: response, attempt: request.attempt)
            }
            #expect(error == .rejected(.provider(.accessDenied)))
        }
    }

    @Test func appSignsInWithItsIDToken() async throws {
        try await run { other, client in
            let request = try await client.authorizationRequest(redirectURI: Self.back)
            let query = try await other.visit(request.url, as: [("sub", "ann-1")])
            let code = try #require(FormFields.decode(query)?["code"])
            let fields = [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", Self.back),
                ("client_id", "pages"), ("client_secret", "secret"), ("code_verifier", request.attempt.verifier),
            ]
            let response = try await other.post(other.issuer + "/oauth2/token", fields)
            let document = try #require(StrictJSON.value(of: response.body)?.object)
            let token = try #require(document["id_token"]?.string)
            let access = try #require(document["access_token"]?.string)
            let person = try await client.validateIDToken(token)
            #expect(person.subject == "ann-1")
            #expect(person.email == "ann@example.com")
            let asAccess = await rejection { () async throws(IdentityError) in
                try await client.validateAccessToken(token)
            }
            #expect(asAccess == .rejected(.type))
            let asIdentity = await rejection { () async throws(IdentityError) in
                try await client.validateIDToken(access)
            }
            #expect(asIdentity == .rejected(.malformed))
        }
    }
}
