/// The provider's keys, kept while they are fresh. A token that names a key which is not among them has the provider
/// asked again, once a minute at most, whoever makes such tokens up.
struct JWKSCache: Sendable {
    private let keys: CachedDocument<JWKSet>
    private let uptime: @Sendable () -> Duration

    /// - Parameters:
    ///   - uptime: The time by which keys grow old.
    ///   - http: How the provider is asked.
    ///   - url: Where its keys are.
    init(
        uptime: @escaping @Sendable () -> Duration, http: any ProviderHTTPProtocol,
        url: @escaping @Sendable () async throws(IdentityError) -> ProviderURL
    ) {
        self.uptime = uptime
        keys = CachedDocument(uptime: uptime) { () async throws(IdentityError) in
            let answer = try await http.fetch(ProviderRequest(url: try await url().text))
            return (try JWKSet(answer.body), answer.lifetime)
        }
    }

    /// Asks for the keys, unless they are kept.
    func prepare() async throws(IdentityError) { _ = try await keys.value() }

    /// What can check a token; never empty. Throws ``IdentityError/Reason/unknownKey`` where the provider has no such
    /// key, and ``IdentityError/Outage/askedLately(again:)`` where it may have it by now.
    func keys(
        for algorithm: SignatureAlgorithm, keyID: String?
    ) async throws(IdentityError) -> [SigningKey] {
        let start = uptime()
        let known = try await keys.value().keys(for: algorithm, keyID: keyID)
        guard known.isEmpty else { return known }
        let (newest, pause) = try await keys.newestValue(since: start)
        let found = newest.keys(for: algorithm, keyID: keyID)
        guard found.isEmpty else { return found }
        // A provider may sign with a new key at once (OpenID Connect Core 1.0, 10.1.1).
        if let pause { throw .unavailable(.askedLately(again: pause)) }
        throw .refused(.unknownKey)
    }
}
