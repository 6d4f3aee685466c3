import Foundation

/// Signs people in by their team's OpenID provider. It knows tokens and no accounts: whether a token was there before,
/// and whose account it is, is the caller's to know.
package struct OpenIDClient: Sendable {
    let provider: IdentityProvider
    let http: any ProviderHTTPProtocol
    let clock: IdentityClock
    let random: @Sendable (Int) -> [UInt8]
    let metadata: CachedDocument<ProviderMetadata>
    private let keys: JWKSCache

    /// - Parameters:
    ///   - provider: Whom this server trusts.
    ///   - http: How it is asked.
    ///   - clock: The time.
    ///   - random: Returns that many bytes that nobody can guess.
    package init(
        provider: IdentityProvider, http: some ProviderHTTPProtocol, clock: IdentityClock,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.provider = provider
        self.http = http
        self.clock = clock
        self.random = random
        let metadata = CachedDocument(uptime: clock.uptime) { () async throws(IdentityError) in
            let answer = try await http.fetch(ProviderRequest(url: provider.discoveryURL))
            return (try ProviderMetadata(answer.body, of: provider), answer.lifetime)
        }
        self.metadata = metadata
        keys = JWKSCache(uptime: clock.uptime, http: http) { () async throws(IdentityError) in
            try await metadata.value().keys
        }
    }

    /// Asks for what every sign-in needs, unless it is kept already: finds out whether the provider answers.
    package func prepare() async throws(IdentityError) {
        _ = try await metadata.value()
        try await keys.prepare()
    }

    /// Returns whom an app's ID token is of. The token counts once: see ``VerifiedIdentity/tokenDigest``.
    package func validateIDToken(_ token: String) async throws(IdentityError) -> VerifiedIdentity {
        try await rules(for: token).identityOfApp()
    }

    /// Returns whom an access token in the form of RFC 9068 is of. The token counts once, as an ID token does.
    package func validateAccessToken(_ token: String) async throws(IdentityError) -> VerifiedIdentity {
        try await rules(for: token).identityByAccessToken()
    }

    /// Returns whom a logout token signs out. It counts once: see ``LogoutNotice/id``.
    package func validateLogoutToken(_ token: String) async throws(IdentityError) -> LogoutNotice {
        try await rules(for: token).logoutNotice()
    }

    /// The rules for a token, once one of the provider's keys has signed it.
    func rules(for text: String) async throws(IdentityError) -> TokenRules {
        let token = try SignedToken(text)
        let isSigned = try await keys.keys(for: token.algorithm, keyID: token.keyID).contains { key in
            key.isValidSignature(token.signature, for: token.signedPart, by: token.algorithm)
        }
        guard isSigned else { throw .refused(.signature) }
        return TokenRules(provider: provider, token: token, claims: TokenClaims(token.claims, at: clock.now()))
    }
}
