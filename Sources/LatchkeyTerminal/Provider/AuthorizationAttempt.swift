internal import Crypto
internal import Foundation
internal import LatchkeyCore

/// One way of a browser to the provider and back (OpenID Connect Core 1.0, 3.1.2; PKCE, RFC 7636).
struct AuthorizationAttempt: Sendable, RedactedSecrets {
    let state: String
    let nonce: String
    let verifier: String
    /// The path that the browser opens first.
    let entry: String
    /// Identifies the browser that has opened it.
    let browser: String
    let redirectURI: String
    let clientID: String
    /// When the person is asked again, even if the provider knows them; nil where it need not ask.
    let asksAgain: Reauthentication?

    /// - Parameters:
    ///   - redirectURI: Where the provider sends the browser back to.
    ///   - clientID: Who the app is to the provider.
    ///   - asksAgain: When the person is asked again; nil where the provider need not ask.
    ///   - random: Returns that many bytes that nobody can guess.
    init(redirectURI: String, clientID: String, asksAgain: Reauthentication? = nil, random: (Int) -> [UInt8]) {
        // 256 bits each.
        (state, nonce) = (Self.text(random(32)), Self.text(random(32)))
        verifier = Self.text(random(32))
        (entry, browser) = ("/" + Self.text(random(32)), Self.text(random(32)))
        (self.redirectURI, self.clientID, self.asksAgain) = (redirectURI, clientID, asksAgain)
    }

    /// Where the browser is sent.
    func address(at endpoint: ProviderAddress) -> String {
        endpoint.adding(
            [
                ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI),
                ("scope", "openid email profile"), ("state", state), ("nonce", nonce),
                ("code_challenge", Self.text(Array(SHA256.hash(data: Data(verifier.utf8))))),
                ("code_challenge_method", "S256"),
            ] + (asksAgain == nil ? [] : Reauthentication.fields))
    }

    /// Whether the browser's query is an answer to this attempt: nobody else knows the state.
    func isAnswered(by query: [String: String]) -> Bool { query["state"] == state }

    /// Returns the code in an answer.
    func code(
        in query: [String: String], of provider: ProviderMetadata
    ) -> Result<String, ProviderSignInError> {
        // RFC 9207, 2.4: an answer that another provider has begun must not end at this one.
        guard query["iss"] == nil ? !provider.namesIssuer : query["iss"] == provider.issuer else {
            return .failure(.mismatch)
        }
        if query["error"] != nil { return .failure(.denied) }
        guard let code = query["code"], !code.isEmpty else { return .failure(.mismatch) }
        return .success(code)
    }

    /// Exchanges the code for an ID token to this attempt.
    func idToken(
        for code: String, at endpoint: ProviderAddress, by http: ProviderHTTP
    ) async throws(ProviderSignInError) -> String {
        let answer = TokenAnswer(
            try await http.post(
                [
                    ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
                    ("client_id", clientID), ("code_verifier", verifier),
                ], to: endpoint))
        switch answer {
        case .idToken(let token):
            guard IDTokenClaims(unverified: token)?.nonce == nonce else { throw .mismatch }
            try asksAgain?.check(token)
            return token
        case .error("invalid_grant"): throw .denied
        case .error, .unusable: throw .unreachable
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
