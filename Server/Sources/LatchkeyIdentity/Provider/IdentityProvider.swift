import LatchkeyCore
import LatchkeyEncoding

/// The team's OpenID provider and this server's registration there. Redacts the secret.
package struct IdentityProvider: Sendable, RedactedSecrets {
    /// The provider's identifier: exactly the `iss` of its tokens.
    package let issuer: String
    /// The OAuth client ID of the web UI.
    let clientID: String?
    let clientSecret: String?
    /// Accepted `aud` values of apps' tokens.
    let audiences: [String]
    /// Further audiences that a token may have, but that do not make it acceptable.
    let trustedAudiences: [String]
    /// The claim that decides on the role of users; nil if roles are granted on this server.
    package let administrators: AdministratorClaim?
    let allowsLoopbackHTTP: Bool

    /// Throws ``IdentityProviderError`` for an invalid setting.
    ///
    /// - Parameters:
    ///   - issuer: An https URL, exactly as the provider writes it.
    ///   - clientID: Nil if only apps sign in.
    ///   - clientSecret: Nil for a public client.
    ///   - audiences: The accepted `aud` values of apps' tokens.
    ///   - trustedAudiences: The `aud` values that a token may have in addition.
    ///   - administrators: The claim of administrators; nil if tokens do not decide on roles.
    ///   - isDevelopment: Whether http is allowed for a provider on this machine.
    package init(
        issuer: String, clientID: String?, clientSecret: String?, audiences: [String], trustedAudiences: [String] = [],
        administrators: AdministratorClaim? = nil, isDevelopment: Bool
    ) throws(IdentityProviderError) {
        guard let url = ProviderURL(issuer, allowsLoopbackHTTP: isDevelopment), !url.hasQuery else { throw .issuer }
        if let clientID { guard Self.isName(clientID) else { throw .clientID } }
        if let clientSecret { guard clientID != nil, !clientSecret.isEmpty else { throw .clientSecret } }
        guard audiences.allSatisfy(Self.isName) else { throw .audience }
        guard trustedAudiences.allSatisfy(Self.isName) else { throw .trustedAudience }
        guard clientID != nil || !audiences.isEmpty else { throw .noClient }
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.audiences = audiences
        self.trustedAudiences = trustedAudiences
        self.administrators = administrators
        allowsLoopbackHTTP = isDevelopment
    }

    /// The URL of its metadata (OpenID Connect Discovery 1.0, 4.1), without a trailing slash of the issuer.
    var discoveryURL: String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }

    /// Whether a token with this audience, or from this client, is for this server.
    func trusts(_ audience: String) -> Bool {
        isAudienceOfApps(audience) || clientID?.isExactly(audience) == true
    }

    /// Whether a token for this server may also have this audience.
    func allows(_ audience: String) -> Bool {
        trusts(audience) || trustedAudiences.contains { $0.isExactly(audience) }
    }

    func isAudienceOfApps(_ audience: String) -> Bool { audiences.contains { $0.isExactly(audience) } }

    /// Whether the text is a valid client ID or audience.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 1024 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
