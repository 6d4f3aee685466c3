import Crypto
import Foundation
import IdentityTestSupport
import LatchkeyEncoding
import Testing

@testable import LatchkeyIdentity

/// The authorization code flow (OpenID Connect Core 1.0, 3.1; RFC 7636; RFC 9207).
struct AuthorizationTests {
    private static let back = "https://lock.example/sign-in/provider/return"
    private let provider: TestProvider
    private let client: OpenIDClient

    init() throws {
        provider = try TestProvider()
        client = provider.client
    }

    private func begin(maxAge: Duration? = nil) async throws -> AuthorizationAttempt {
        try await client.authorizationRequest(redirectURI: Self.back, maxAge: maxAge).attempt
    }

    /// The provider's ID token for the attempt.
    private func token(_ attempt: AuthorizationAttempt) -> TestToken {
        provider.idToken.with(claims: ["aud": "pages", "nonce": attempt.nonce])
    }

    private func respond(with token: TestToken) throws {
        provider.set("/token", ["id_token": try token.signed(), "access_token": "x", "token_type": "Bearer"])
    }

    private func rejected(_ query: String, _ attempt: AuthorizationAttempt) async -> IdentityError? {
        await rejection { () async throws(IdentityError) in
            try await client.completeAuthorization(query: query, attempt: attempt)
        }
    }

    /// Returns the error of an attempt with this token.
    private func rejected(_ token: TestToken, _ attempt: AuthorizationAttempt) async throws -> IdentityError? {
        try respond(with: token)
        return await rejected("code=c1&state=\(attempt.state)", attempt)
    }

    @Test("ASVS-1.2.2 ASVS-10.2.1 ASVS-10.2.3 the authorization request has all required fields and no secrets")
    func theAuthorizationRequestHasAllRequiredFieldsAndNoSecrets() async throws {
        provider.setMetadata(["authorization_endpoint": "https://login.example/authorize?tenant=a%20b"])
        let request = try await client.authorizationRequest(redirectURI: Self.back, maxAge: .zero)
        let url = try #require(URLComponents(string: request.url))
        let fields = Dictionary(
            uniqueKeysWithValues: try #require(url.queryItems).map { ($0.name, $0.value ?? "") })
        let attempt = request.attempt
        let challenge = Array(SHA256.hash(data: Data(attempt.verifier.utf8)))
        #expect(
            fields == [
                "tenant": "a b", "response_type": "code", "client_id": "pages", "redirect_uri": Self.back,
                "scope": "openid email profile", "state": attempt.state, "nonce": attempt.nonce,
                "code_challenge": Base64Text.encode(challenge, as: .url), "code_challenge_method": "S256",
                "prompt": "login", "max_age": "0",
            ])
        #expect(!request.url.contains(attempt.verifier) && !request.url.contains("cret"))
        #expect(Set([attempt.state, attempt.nonce, attempt.verifier]).count == 3)
        for secret in [attempt.state, attempt.nonce, attempt.verifier] { #expect(secret.utf8.count == 43) }
        let other = try await client.authorizationRequest(redirectURI: Self.back)
        #expect(!other.url.contains("prompt=") && !other.url.contains("max_age="))
        #expect(other.attempt.state != attempt.state)
        for (maxAge, text) in [(Duration.seconds(-1), "0"), (.seconds(300), "300"), (.seconds(Int64.max), "31536000")] {
            let url = try await client.authorizationRequest(redirectURI: Self.back, maxAge: maxAge).url
            #expect(url.hasSuffix("&max_age=\(text)"))
        }
        for value in [request, attempt] as [any Sendable] {
            var text = "\(value)" + String(reflecting: value)
            dump(value, to: &text)
            for secret in [attempt.state, attempt.nonce, attempt.verifier] { #expect(!text.contains(secret)) }
        }
    }

    @Test func authorizationCallbackReturnsTheSignedInUser() async throws {
        let kept = try JSONEncoder().encode(try await begin())
        let attempt = try JSONDecoder().decode(AuthorizationAttempt.self, from: kept)
        try respond(with: token(attempt))
        let person = try await client.completeAuthorization(
            query: "code=c%2B1&state=\(attempt.state)", attempt: attempt)
        #expect(person.subject == "ann-1")
        #expect(person.email == "ann@example.com")
        let asked = try #require(provider.questions("/token").first)
        #expect(
            FormFields.decode(asked.form ?? "") == [
                "grant_type": "authorization_code", "code": "c+1", "redirect_uri": Self.back,
                "code_verifier": attempt.verifier,
            ])
        let credentials = Data("pages:s%20e%3Acret".utf8).base64EncodedString()
        #expect(asked.authorization == "Basic \(credentials)")
        #expect(asked.url == "https://login.example/token")
    }

    @Test(arguments: [
        (["client_secret_post"], true), (["private_key_jwt", "client_secret_post"], true),
        (["client_secret_post", "client_secret_basic"], false), (["client_secret_basic", "client_secret_post"], false),
    ])
    func clientSecretIsSentByTheProvidersSupportedMethod(_ methods: [String], _ isPosted: Bool) async throws {
        provider.setMetadata(["token_endpoint_auth_methods_supported": methods])
        let attempt = try await begin()
        #expect(try await rejected(token(attempt), attempt) == nil)
        let asked = try #require(provider.questions("/token").first)
        let fields = try #require(FormFields.decode(asked.form ?? ""))
        #expect((asked.authorization == nil) == isPosted)
        #expect(fields["client_secret"] == (isPosted ? "s e:cret" : nil))
        #expect(fields["client_id"] == (isPosted ? "pages" : nil))
    }

    @Test func clientSecretIsNotSentWhenUnsupported() async throws {
        provider.setMetadata(["token_endpoint_auth_methods_supported": ["private_key_jwt"]])
        let attempt = try await begin()
        let error = try await rejected(token(attempt), attempt)
        #expect(error == .unavailable(.document("token_endpoint_auth_methods_supported")))
        #expect(provider.questions("/token").isEmpty)
    }

    @Test func publicClientSendsItsIDWithoutASecret() async throws {
        let provider = try TestProvider(secret: nil)
        let attempt = try await provider.client.authorizationRequest(redirectURI: Self.back).attempt
        let idToken = provider.idToken.with(claims: ["aud": "pages", "nonce": attempt.nonce])
        provider.set("/token", ["id_token": try idToken.signed()])
        _ = try await provider.client.completeAuthorization(query: "code=c&state=\(attempt.state)", attempt: attempt)
        let asked = try #require(provider.questions("/token").first)
        #expect(asked.authorization == nil)
        #expect(FormFields.decode(asked.form ?? "")?["client_id"] == "pages")
    }

    @Test("ASVS-10.1.2 missing or foreign state is rejected")
    func missingOrForeignStateIsRejected() async throws {
        let (attempt, other) = (try await begin(), try await begin())
        try respond(with: token(attempt))
        for query in ["code=c1", "code=c1&state=", "code=c1&state=\(other.state)", "code=c1&state=\(attempt.state)x"] {
            #expect(await rejected(query, attempt) == .rejected(.state))
        }
        #expect(await rejected("error=access_denied", attempt) == .rejected(.state))
        #expect(provider.questions("/token").isEmpty)
    }

    @Test("ASVS-10.1.2 ASVS-10.5.1 a missing or foreign nonce is rejected")
    func aMissingOrForeignNonceIsRejected() async throws {
        let (attempt, other) = (try await begin(), try await begin())
        for nonce in [nil, "", other.nonce, attempt.nonce + "x"] {
            #expect(try await rejected(token(attempt).with(claims: ["nonce": nonce]), attempt) == .rejected(.nonce))
        }
    }

    @Test("ASVS-10.2.2 a response of another provider is rejected")
    func aResponseOfAnotherProviderIsRejected() async throws {
        let attempt = try await begin()
        try respond(with: token(attempt))
        let encoded = "https%3A%2F%2Flogin.example%2FKiosk"
        let (code, error) = ("code=c1&state=\(attempt.state)", "error=access_denied&state=\(attempt.state)")
        for issuer in [
            "https%3A%2F%2Fevil.example", encoded + "%2F", "https%3A%2F%2Flogin.example%2F%E2%84%AAiosk", "",
        ] {
            #expect(await rejected("\(code)&iss=\(issuer)", attempt) == .rejected(.issuer))
            #expect(await rejected("\(error)&iss=\(issuer)", attempt) == .rejected(.issuer))
        }
        #expect(provider.questions("/token").isEmpty)
        #expect(await rejected("\(code)&iss=\(encoded)", attempt) == nil)
    }

    @Test func responseWithoutARequiredIssuerIsRejected() async throws {
        provider.setMetadata(["authorization_response_iss_parameter_supported": true])
        let attempt = try await begin()
        try respond(with: token(attempt))
        #expect(await rejected("code=c1&state=\(attempt.state)", attempt) == .rejected(.issuer))
        #expect(await rejected("error=access_denied&state=\(attempt.state)", attempt) == .rejected(.issuer))
        let query = "code=c1&state=\(attempt.state)&iss=https://login.example/Kiosk"
        #expect(await rejected(query, attempt) == nil)
    }

    @Test(arguments: [
        ("access_denied", IdentityError.rejected(.provider(.accessDenied))),
        ("login_required", .rejected(.provider(.loginRequired))), ("eve%3Cscript%3E", .rejected(.provider(.other))),
        ("other", .rejected(.provider(.other))), ("server_error", .unavailable(.provider)),
        ("temporarily_unavailable", .unavailable(.provider)),
    ])
    func anErrorIsNoSignIn(_ code: String, _ error: IdentityError) async throws {
        let attempt = try await begin()
        try respond(with: token(attempt))
        let query = "error=\(code)&error_description=x&state=\(attempt.state)"
        #expect(await rejected(query, attempt) == error)
        #expect(await rejected(query + "&code=c1", attempt) == error)
        #expect(provider.questions("/token").isEmpty)
    }

    @Test("ASVS-15.3.7 an ambiguous or malformed response is rejected")
    func anAmbiguousOrMalformedResponseIsRejected() async throws {
        let attempt = try await begin()
        try respond(with: token(attempt))
        let state = "state=\(attempt.state)"
        for query in ["", "%", "code=%FF&\(state)"] + ["\(state)&\(state)&code=c", "code=a&code=b&\(state)"] {
            #expect(await rejected(query, attempt) != nil)
        }
        for query in [state, "code=&\(state)", "code&\(state)", "\(state)&code=c&code=c", "\(state)&x=%zz&code=c"] {
            #expect(await rejected(query, attempt) == .rejected(.response))
        }
        let long = "\(state)&code=" + String(repeating: "c", count: 16_384)
        #expect(await rejected(long, attempt) == .rejected(.response))
        #expect(provider.questions("/token").isEmpty)
    }

    @Test func authorizationAttemptExpiresAfterTenMinutes() async throws {
        let attempt = try await begin()
        provider.time.advance(by: 599)
        #expect(try await rejected(token(attempt), attempt) == nil)
        provider.time.advance(by: 1)
        #expect(try await rejected(token(attempt), attempt) == .rejected(.attemptExpired))
        provider.time.setBack(by: 661)
        #expect(try await rejected(token(attempt), attempt) == .rejected(.attemptExpired))
    }

    @Test func authorizationAttemptIsValidForOneProviderOnly() async throws {
        let attempt = try await begin()
        let text = try #require(String(bytes: JSONEncoder().encode(attempt), encoding: .utf8))
        let other = try JSONDecoder().decode(
            AuthorizationAttempt.self, from: Data(text.replacing("Kiosk", with: "other").utf8))
        #expect(try await rejected(token(other), other) == .rejected(.attemptExpired))
    }

    @Test func maxAgeZeroRequiresAFreshAuthentication() async throws {
        let attempt = try await begin(maxAge: .zero)
        let started = provider.now
        provider.time.advance(by: 120)
        for (seconds, counts) in [(0.0, true), (-60, true), (-61, false), (180, true), (181, false)] {
            let error = try await rejected(token(attempt).with(claims: ["auth_time": started + seconds]), attempt)
            #expect(error == (counts ? nil : .rejected(.authenticationTime)))
        }
        let error = try await rejected(token(attempt).with(claims: ["auth_time": nil as Double?]), attempt)
        #expect(error == .rejected(.authenticationTime))
    }

    @Test func authenticationOlderThanTheMaximumAgeIsRejected() async throws {
        let attempt = try await begin(maxAge: .seconds(300))
        for (seconds, counts) in [(-360.0, true), (-361, false)] {
            let error = try await rejected(token(attempt).with(claims: ["auth_time": provider.now + seconds]), attempt)
            #expect(error == (counts ? nil : .rejected(.authenticationTime)))
        }
        let free = try await begin()
        #expect(try await rejected(token(free).with(claims: ["auth_time": nil as Double?]), free) == nil)
    }

    @Test func idTokenOfAnExchangeIsFullyValidated() async throws {
        let attempt = try await begin()
        let right = token(attempt)
        let cases: [([String: (any Sendable)?], IdentityError.Reason)] = [
            (["aud": "app"], .audience),
            (["aud": ["pages", "other"], "azp": "pages"], .untrustedAudience("other")),
            (["aud": ["pages", "app"]], .authorizedParty), (["azp": "app"], .authorizedParty),
            (["iss": TestProvider.issuer + "/"], .issuer), (["exp": provider.now - 61], .expired),
            (["iat": provider.now + 61], .issueTime), (["nbf": provider.now + 61], .notYetValid),
            (["sub": nil], .subject), (["scope": "x"], .type),
        ]
        for (claims, reason) in cases {
            #expect(try await rejected(right.with(claims: claims), attempt) == .rejected(reason))
        }
        #expect(try await rejected(right.with(claims: ["aud": ["pages", "app"], "azp": "pages"]), attempt) == nil)
        #expect(try await rejected(right.with(header: ["alg": "none"]), attempt) == .rejected(.algorithm))
        #expect(try await rejected(right.with(header: ["typ": "at+jwt"]), attempt) == .rejected(.type))
    }

    @Test(arguments: [
        (400, "invalid_grant", IdentityError.rejected(.code)), (401, "invalid_client", .unavailable(.client)),
        (400, "unauthorized_client", .unavailable(.client)), (400, "", .unavailable(.client)),
    ])
    func tokenEndpointErrorFailsTheSignIn(_ status: Int, _ code: String, _ error: IdentityError) async throws {
        let attempt = try await begin()
        try respond(with: token(attempt))
        provider.setExchangeStatus(status)
        provider.set("/token", ["error": code])
        #expect(await rejected("code=c1&state=\(attempt.state)", attempt) == error)
    }

    @Test func codeExchangeWithoutAnIDTokenFails() async throws {
        let attempt = try await begin()
        provider.set("/token", ["access_token": try provider.accessToken.signed()])
        #expect(await rejected("code=c1&state=\(attempt.state)", attempt) == .unavailable(.document("id_token")))
        provider.setDown(true)
        #expect(await rejected("code=c1&state=\(attempt.state)", attempt) == .unavailable(.unreachable("down")))
    }

    @Test("ASVS-12.3.1 a code is sent over HTTPS only", arguments: ["authorization_endpoint", "token_endpoint"])
    func aCodeIsSentOverHTTPSOnly(_ name: String) async throws {
        for url in ["http://login.example/x", "http://127.0.0.1/x", nil] {
            let provider = try TestProvider()
            provider.setMetadata([name: url])
            let client = provider.client
            let error = await rejection { () async throws(IdentityError) in
                let attempt = try await client.authorizationRequest(redirectURI: Self.back).attempt
                _ = try await client.completeAuthorization(query: "code=c&state=\(attempt.state)", attempt: attempt)
            }
            #expect(error == .unavailable(.document(name)))
            #expect(provider.questions("/x").isEmpty)
        }
    }
}
