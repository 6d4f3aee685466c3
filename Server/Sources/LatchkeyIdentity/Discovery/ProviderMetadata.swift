import LatchkeyEncoding

/// The provider's metadata (OpenID Connect Discovery 1.0, 3).
struct ProviderMetadata: Sendable {
    enum ClientAuthentication: String, Sendable {
        case basic = "client_secret_basic"
        case post = "client_secret_post"
    }

    let keys: ProviderURL
    /// The URL of the authorization endpoint; nil if it is missing or not allowed. The same applies to the other URLs.
    let authorization: ProviderURL?
    let token: ProviderURL?
    let userInfo: ProviderURL?
    /// How the client authenticates; nil if the provider supports no method of this client.
    let clientAuthentication: ClientAuthentication?
    /// Whether each redirect has `iss` (RFC 9207, 3).
    let namesIssuerInResponses: Bool

    /// Throws ``IdentityError/unavailable(_:)`` unless the document is the provider's own.
    init(_ document: JSONObject, of provider: IdentityProvider) throws(IdentityError) {
        // The document of another issuer could redirect codes and keys (4.3).
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
        // Basic is the default (OpenID Connect Discovery 1.0, 3).
        clientAuthentication = (methods ?? [ClientAuthentication.basic.rawValue])
            .compactMap { ClientAuthentication(rawValue: $0) }.min { left, _ in left == .basic }
        namesIssuerInResponses = document["authorization_response_iss_parameter_supported"]?.bool ?? false
    }
}
