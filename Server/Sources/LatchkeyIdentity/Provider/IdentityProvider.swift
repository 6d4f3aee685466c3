import LatchkeyCore
import LatchkeyEncoding

/// The team's OpenID provider, and who this server is to it. Neither its description nor its mirror shows the secret.
package struct IdentityProvider: Sendable, RedactedSecrets {
    /// Exactly as tokens name it.
    package let issuer: String
    /// Who the pages are to the provider.
    let clientID: String?
    let clientSecret: String?
    /// For whom the tokens of apps are.
    let audiences: [String]
    /// Further audiences that a token may be for, none of which makes it a token for this server.
    let trustedAudiences: [String]
    let allowsLoopbackHTTP: Bool

    /// - Parameters:
    ///   - issuer: An https address, character by character as the provider writes it.
    ///   - clientID: Nil where only apps sign in.
    ///   - clientSecret: Nil for a public client.
    ///   - audiences: The `aud` values that count in tokens of apps.
    ///   - trustedAudiences: The `aud` values that a token may have next to one that counts.
    ///   - isDevelopment: Whether http is taken as well where the provider is on this machine.
    package init(
        issuer: String, clientID: String?, clientSecret: String?, audiences: [String], trustedAudiences: [String] = [],
        isDevelopment: Bool
    ) throws(IdentityProviderError) {
        guard let url = ProviderURL(issuer, allowsLoopbackHTTP: isDevelopment), !url.hasQuery else { throw .issuer }
        if let clientID { guard Self.isName(clientID) else { throw .clientID } }
        if let clientSecret { guard clientID != nil, !clientSecret.isEmpty else { throw .clientSecret } }
        guard audiences.allSatisfy(Self.isName) else { throw .audience }
        guard trustedAudiences.allSatisfy(Self.isName) else { throw .trustedAudience }
        guard clientID != nil || !audiences.isEmpty else { throw .nobody }
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.audiences = audiences
        self.trustedAudiences = trustedAudiences
        allowsLoopbackHTTP = isDevelopment
    }

    /// Where its document is (OpenID Connect Discovery 1.0, 4.1): a slash at the end of the issuer is left out.
    var discoveryURL: String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }

    /// Whether a token for this audience is for this server, from whichever client.
    func trusts(_ audience: String) -> Bool {
        isAudienceOfApps(audience) || clientID?.isExactly(audience) == true
    }

    /// Whether a token for this server may be for this audience as well.
    func allows(_ audience: String) -> Bool {
        trusts(audience) || trustedAudiences.contains { $0.isExactly(audience) }
    }

    func isAudienceOfApps(_ audience: String) -> Bool { audiences.contains { $0.isExactly(audience) } }

    /// Whether the text may name a client or an audience.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 1024 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
