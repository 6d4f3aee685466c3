import LatchkeyEncoding

/// The provider's signing keys (RFC 7517, 5). Unsupported members are skipped.
struct JWKSet: Sendable {
    /// The maximum number of keys. Providers publish a handful.
    static let maximumCount = 100

    private let keys: [SigningKey]

    /// Throws ``IdentityError/unavailable(_:)`` if no key can verify a signature.
    init(_ document: JSONObject) throws(IdentityError) {
        guard let members = document["keys"]?.array, members.count <= Self.maximumCount else {
            throw .unavailable(.document("keys"))
        }
        let keys = members.compactMap { member in member.object.flatMap(SigningKey.init) }
        guard !keys.isEmpty else { throw .unavailable(.keys) }
        self.keys = keys
    }

    /// Returns the keys that may verify a token: those with the key ID, of which a provider may publish several. For a
    /// token without a key ID, the only key of the algorithm, if there is exactly one (OpenID Connect Core 1.0, 10.1).
    func keys(for algorithm: SignatureAlgorithm, keyID: String?) -> [SigningKey] {
        let usable = keys.filter { $0.checks(algorithm) }
        guard let keyID else { return usable.count == 1 ? usable : [] }
        return usable.filter { $0.id?.isExactly(keyID) == true }
    }
}
