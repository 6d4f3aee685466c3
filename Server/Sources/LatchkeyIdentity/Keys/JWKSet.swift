import LatchkeyEncoding

/// The keys of a provider that check signatures (RFC 7517, 5). A member that is none of them is left out; it does not
/// fail the set.
struct JWKSet: Sendable {
    /// Providers publish a handful.
    static let maximumCount = 100

    private let keys: [SigningKey]

    /// Throws ``IdentityError/unavailable(_:)`` where nothing in it checks a signature.
    init(_ document: JSONObject) throws(IdentityError) {
        guard let members = document["keys"]?.array, members.count <= Self.maximumCount else {
            throw .unavailable(.document("keys"))
        }
        let keys = members.compactMap { member in member.object.flatMap(SigningKey.init) }
        guard !keys.isEmpty else { throw .unavailable(.keys) }
        self.keys = keys
    }

    /// What can check a token: of a token that names a key, the keys of this name; several only where the provider
    /// gives a name twice. Of a token that names none, the one key, if there is but one for the algorithm
    /// (OpenID Connect Core 1.0, 10.1).
    func keys(for algorithm: SignatureAlgorithm, keyID: String?) -> [SigningKey] {
        let usable = keys.filter { $0.checks(algorithm) }
        guard let keyID else { return usable.count == 1 ? usable : [] }
        return usable.filter { $0.id?.isExactly(keyID) == true }
    }
}
