import Crypto
import Foundation
import LatchkeyEncoding

extension OpenIDClient {
    /// The longest effective maximum age of a login: a year.
    private static let longestAge: Duration = .seconds(365 * 86_400)

    /// Returns an authorization request with PKCE (OpenID Connect Core 1.0, 3.1.2.1; RFC 7636).
    ///
    /// - Parameters:
    ///   - redirectURI: The redirect URI registered with the provider.
    ///   - maxAge: The maximum age of the user's login. Zero requires a new login.
    package func authorizationRequest(
        redirectURI: String, maxAge: Duration? = nil
    ) async throws(IdentityError) -> AuthorizationRequest {
        let metadata = try await metadata.value()
        guard let clientID = provider.clientID else { throw .unavailable(.client) }
        guard let endpoint = metadata.authorization else { throw .unavailable(.document("authorization_endpoint")) }
        let attempt = AuthorizationAttempt(
            state: secret(), nonce: secret(), verifier: secret(), issuer: provider.issuer, redirectURI: redirectURI,
            startedAt: clock.now().timeIntervalSince1970,
            maxAge: maxAge.map { min(max($0, .zero), Self.longestAge) / .seconds(1) })
        let challenge = Array(SHA256.hash(data: Array(attempt.verifier.utf8)))
        var fields = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI),
            ("scope", "openid email profile"), ("state", attempt.state), ("nonce", attempt.nonce),
            ("code_challenge", Base64Text.encode(challenge, as: .url)), ("code_challenge_method", "S256"),
        ]
        if let maxAge = attempt.maxAge {
            if maxAge == 0 { fields.append(("prompt", "login")) }
            fields.append(("max_age", String(Int(maxAge))))
        }
        let separator = endpoint.hasQuery ? "&" : "?"
        return AuthorizationRequest(url: endpoint.text + separator + FormFields.encode(fields), attempt: attempt)
    }

    /// Returns the user who signed in at the provider.
    ///
    /// - Parameters:
    ///   - query: The query of the redirect, unparsed.
    ///   - attempt: The attempt that the browser returned. It is accepted once.
    package func completeAuthorization(
        query: String, attempt: AuthorizationAttempt
    ) async throws(IdentityError) -> VerifiedIdentity {
        guard attempt.isOpen(at: clock.now()), attempt.issuer.isExactly(provider.issuer) else {
            throw .rejected(.attemptExpired)
        }
        let metadata = try await metadata.value()
        let response = try AuthorizationResponse(
            query: query, to: attempt, of: provider.issuer, namesIssuer: metadata.namesIssuerInResponses)
        let exchange = try TokenExchange(response.code, of: attempt, at: metadata, by: provider)
        let tokens = try await exchange.tokens(by: http)
        let rules = try await rules(for: tokens.id)
        var identity = try rules.identity(for: attempt)
        guard identity.email == nil, rules.claims.isEmailVerified != false, let access = tokens.access,
            let endpoint = metadata.userInfo
        else { return identity }
        let request = ProviderRequest(url: endpoint.text, authorization: "Bearer " + access)
        do {
            return try await identity.adding(TokenClaims(http.fetch(request).body, at: clock.now()))
        } catch .unavailable(let outage) {
            // A known user needs no address.
            identity.userInfoOutage = outage
            return identity
        }
    }

    /// Returns 256 random bits as text.
    private func secret() -> String { Base64Text.encode(random(32), as: .url) }
}
