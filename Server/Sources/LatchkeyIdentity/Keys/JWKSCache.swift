/// A cache of the provider's signing keys. A token with an unknown key triggers a new request, at most once a minute
/// for all tokens.
struct JWKSCache: Sendable {
    private let keys: CachedDocument<JWKSet>
    private let uptime: @Sendable () -> Duration

    /// - Parameters:
    ///   - uptime: The monotonic clock for the age of keys.
    ///   - http: The transport.
    ///   - url: The URL of the keys.
    init(
        uptime: @escaping @Sendable () -> Duration, http: any ProviderHTTPProtocol,
        url: @escaping @Sendable () async throws(IdentityError) -> ProviderURL
    ) {
        self.uptime = uptime
        keys = CachedDocument(uptime: uptime) { () async throws(IdentityError) in
            let response = try await http.fetch(ProviderRequest(url: try await url().text))
            return (try JWKSet(response.body), response.lifetime)
        }
    }

    /// Fetches the keys, unless they are cached.
    func prepare() async throws(IdentityError) { _ = try await keys.value() }

    /// Returns the keys that may verify a token; never empty. Throws ``IdentityError/Reason/unknownKey`` if the
    /// provider has no such key, and ``IdentityError/Outage/requestedRecently(again:)`` if it may have it by now.
    func keys(
        for algorithm: SignatureAlgorithm, keyID: String?
    ) async throws(IdentityError) -> [SigningKey] {
        let start = uptime()
        let known = try await keys.value().keys(for: algorithm, keyID: keyID)
        guard known.isEmpty else { return known }
        let (newest, pause) = try await keys.newestValue(since: start)
        let found = newest.keys(for: algorithm, keyID: keyID)
        guard found.isEmpty else { return found }
        // A provider may sign with a new key immediately (OpenID Connect Core 1.0, 10.1.1).
        if let pause { throw .unavailable(.requestedRecently(again: pause)) }
        throw .rejected(.unknownKey)
    }
}
