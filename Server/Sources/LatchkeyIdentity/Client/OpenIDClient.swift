import Foundation

/// A client of the team's OpenID provider. It verifies tokens, but does not know accounts: the caller rejects reused
/// tokens and finds the account.
package struct OpenIDClient: Sendable {
    let provider: IdentityProvider
    let http: any ProviderHTTPProtocol
    let clock: IdentityClock
    let random: @Sendable (Int) -> [UInt8]
    let metadata: CachedDocument<ProviderMetadata>
    private let keys: JWKSCache

    /// Creates a client that has not sent any request.
    ///
    /// - Parameters:
    ///   - provider: The provider and this server's registration there.
    ///   - http: The transport of requests to the provider.
    ///   - clock: The current time.
    ///   - random: Returns the given number of unpredictable bytes.
    package init(
        provider: IdentityProvider, http: some ProviderHTTPProtocol, clock: IdentityClock,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.provider = provider
        self.http = http
        self.clock = clock
        self.random = random
        let metadata = CachedDocument(uptime: clock.uptime) { () async throws(IdentityError) in
            let response = try await http.fetch(ProviderRequest(url: provider.discoveryURL))
            return (try ProviderMetadata(response.body, of: provider), response.lifetime)
        }
        self.metadata = metadata
        keys = JWKSCache(uptime: clock.uptime, http: http) { () async throws(IdentityError) in
            try await metadata.value().keys
        }
    }

    /// Fetches the documents that every sign-in requires, to detect an outage early.
    package func prepare() async throws(IdentityError) {
        _ = try await metadata.value()
        try await keys.prepare()
    }

    /// Returns the user of an app's ID token. The token is single-use; see ``VerifiedIdentity/tokenDigest``.
    package func validateIDToken(_ token: String) async throws(IdentityError) -> VerifiedIdentity {
        try await rules(for: token).identityOfApp()
    }

    /// Returns the user of an access token (RFC 9068). The token is single-use, like an ID token.
    package func validateAccessToken(_ token: String) async throws(IdentityError) -> VerifiedIdentity {
        try await rules(for: token).identityByAccessToken()
    }

    /// Returns the content of a logout token. It is single-use; see ``LogoutNotice/id``.
    package func validateLogoutToken(_ token: String) async throws(IdentityError) -> LogoutNotice {
        try await rules(for: token).logoutNotice()
    }

    /// Verifies the signature of a token, and returns the rules for its claims.
    func rules(for text: String) async throws(IdentityError) -> TokenRules {
        let token = try SignedToken(text)
        let isSigned = try await keys.keys(for: token.algorithm, keyID: token.keyID).contains { key in
            key.isValidSignature(token.signature, for: token.signedPart, by: token.algorithm)
        }
        guard isSigned else { throw .rejected(.signature) }
        return TokenRules(provider: provider, token: token, claims: TokenClaims(token.claims, at: clock.now()))
    }
}
