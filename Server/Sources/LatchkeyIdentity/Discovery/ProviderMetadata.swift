import LatchkeyEncoding

/// What a provider says of itself (OpenID Connect Discovery 1.0, 3).
struct ProviderMetadata: Sendable {
    enum ClientAuthentication: String, Sendable {
        case basic = "client_secret_basic"
        case post = "client_secret_post"
    }

    let keys: ProviderURL
    /// Nil where it is missing, or no address that may be used; so are the others.
    let authorization: ProviderURL?
    let token: ProviderURL?
    let userInfo: ProviderURL?
    /// How the client gives its secret; nil if in no way that this client knows.
    let clientAuthentication: ClientAuthentication?
    /// Whether every answer names its issuer (RFC 9207, 3).
    let namesIssuerInAnswers: Bool

    /// Throws ``IdentityError/unavailable(_:)`` unless the document is this provider's own.
    init(_ document: JSONObject, of provider: IdentityProvider) throws(IdentityError) {
        // Another's document could send codes and keys anywhere (4.3).
        guard document["issuer"]?.string?.isExactly(provider.issuer) == true else { throw .unavailable(.issuer) }
        func url(_ name: String) -> ProviderURL? {
            document[name]?.string.flatMap { ProviderURL($0, allowsLoopbackHTTP: provider.allowsLoopbackHTTP) }
        }
        guard let keys = url("jwks_uri") else { throw .unavailable(.document("jwks_uri")) }
        self.keys = keys
        authorization = url("authorization_endpoint")
        token = url("token_endpoint")
        userInfo = url("userinfo_endpoint")
        let methods = document["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string)
        // Basic is what a provider does that says nothing.
        clientAuthentication = (methods ?? [ClientAuthentication.basic.rawValue])
            .compactMap { ClientAuthentication(rawValue: $0) }.min { left, _ in left == .basic }
        namesIssuerInAnswers = document["authorization_response_iss_parameter_supported"]?.bool ?? false
    }
}
