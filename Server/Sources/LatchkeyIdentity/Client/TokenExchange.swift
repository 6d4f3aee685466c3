import LatchkeyCore
import LatchkeyEncoding

/// The exchange of an authorization code for tokens (OpenID Connect Core 1.0, 3.1.3.1).
struct TokenExchange: Sendable, RedactedSecrets {
    let request: ProviderRequest

    init(
        _ code: String, of attempt: AuthorizationAttempt, at metadata: ProviderMetadata, by provider: IdentityProvider
    ) throws(IdentityError) {
        guard let clientID = provider.clientID else { throw .unavailable(.client) }
        guard let endpoint = metadata.token else { throw .unavailable(.document("token_endpoint")) }
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", attempt.redirectURI),
            ("code_verifier", attempt.verifier),
        ]
        var authorization: String?
        switch (provider.clientSecret, metadata.clientAuthentication) {
        case (nil, _): fields.append(("client_id", clientID))
        case (let secret?, .basic): authorization = Self.basic(clientID, secret)
        case (let secret?, .post): fields += [("client_id", clientID), ("client_secret", secret)]
        case (_?, nil): throw .unavailable(.document("token_endpoint_auth_methods_supported"))
        }
        request = ProviderRequest(url: endpoint.text, form: FormFields.encode(fields), authorization: authorization)
    }

    /// Returns the ID token, not yet verified, and the access token, if any.
    func tokens(by http: some ProviderHTTPProtocol) async throws(IdentityError) -> (id: String, access: String?) {
        let response = try await http.fetch(request)
        guard response.status == 200 else { throw Self.error(response.body["error"]?.string) }
        guard let token = response.body["id_token"]?.string else { throw .unavailable(.document("id_token")) }
        return (token, response.body["access_token"]?.string)
    }

    /// Client credentials for HTTP Basic, form-encoded before they are joined (RFC 6749, 2.3.1).
    private static func basic(_ clientID: String, _ secret: String) -> String {
        let pair = FormFields.encode(clientID) + ":" + FormFields.encode(secret)
        return "Basic " + Base64Text.encode(Array(pair.utf8), as: .padded)
    }

    /// Returns the error for the provider's code: the authorization code is invalid, or this client's settings are (RFC
    /// 6749, 5.2).
    private static func error(_ code: String?) -> IdentityError {
        code == "invalid_grant" ? .rejected(.code) : .unavailable(.client)
    }
}
