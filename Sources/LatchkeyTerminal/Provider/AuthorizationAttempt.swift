internal import Crypto
internal import Foundation
internal import LatchkeyCore

/// An authorization code flow through a browser (OpenID Connect Core 1.0, 3.1.2; PKCE, RFC 7636).
struct AuthorizationAttempt: Sendable, RedactedSecrets {
    let state: String
    let nonce: String
    let verifier: String
    /// The path that the browser opens first.
    let entry: String
    /// The identifier of the browser that has opened it.
    let browser: String
    let redirectURI: String
    let clientID: String
    /// The reauthentication that the provider must perform, even if it knows the user; nil if none is required.
    let reauthentication: Reauthentication?

    /// - Parameters:
    ///   - redirectURI: The address to which the provider redirects the browser.
    ///   - clientID: The app's OAuth client ID.
    ///   - reauthentication: The required reauthentication, or nil.
    ///   - random: Returns this number of unpredictable bytes.
    init(redirectURI: String, clientID: String, reauthentication: Reauthentication? = nil, random: (Int) -> [UInt8]) {
        // 256 bits each.
        (state, nonce) = (Self.text(random(32)), Self.text(random(32)))
        verifier = Self.text(random(32))
        (entry, browser) = ("/" + Self.text(random(32)), Self.text(random(32)))
        (self.redirectURI, self.clientID, self.reauthentication) = (redirectURI, clientID, reauthentication)
    }

    /// Returns the authorization URL for the browser.
    func address(at endpoint: ProviderAddress) -> String {
        endpoint.adding(
            [
                ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI),
                ("scope", "openid email profile"), ("state", state), ("nonce", nonce),
                ("code_challenge", Self.text(Array(SHA256.hash(data: Data(verifier.utf8))))),
                ("code_challenge_method", "S256"),
            ] + (reauthentication == nil ? [] : Reauthentication.fields))
    }

    /// Whether the browser's query is the response to this attempt: only it has the state.
    func matches(_ query: [String: String]) -> Bool { query["state"] == state }

    /// Returns the code of the response.
    func code(
        in query: [String: String], of provider: ProviderMetadata
    ) -> Result<String, ProviderSignInError> {
        // RFC 9207, 2.4: another provider's response must not be used with this one.
        guard query["iss"] == nil ? !provider.namesIssuer : query["iss"] == provider.issuer else {
            return .failure(.mismatch)
        }
        if query["error"] != nil { return .failure(.denied) }
        guard let code = query["code"], !code.isEmpty else { return .failure(.mismatch) }
        return .success(code)
    }

    /// Exchanges the code for an ID token of this attempt.
    func idToken(
        for code: String, at endpoint: ProviderAddress, by http: ProviderHTTP
    ) async throws(ProviderSignInError) -> String {
        let response = TokenResponse(
            try await http.post(
                [
                    ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
                    ("client_id", clientID), ("code_verifier", verifier),
                ], to: endpoint))
        switch response {
        case .idToken(let token):
            guard IDTokenClaims(unverified: token)?.nonce == nonce else { throw .mismatch }
            try reauthentication?.check(token)
            return token
        case .error("invalid_grant"): throw .denied
        case .error, .unusable: throw .unreachable
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
