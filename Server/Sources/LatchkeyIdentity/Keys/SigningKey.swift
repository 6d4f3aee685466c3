import JWTKit
import LatchkeyEncoding

/// A key that a provider publishes for signatures.
struct SigningKey: Sendable {
    private static let name: JWKIdentifier = "key"

    /// Nil where the key has none.
    let id: String?
    private let verifiers: [SignatureAlgorithm: any JWTAlgorithm]

    /// Returns nil for a key that checks no signature: one for encryption, a shared or a private one, and one of a
    /// kind that is not known.
    init?(_ members: JSONObject) async {
        let use = members["use"], operations = members["key_ops"]
        guard use == nil || use?.string == "sig",
            operations == nil || operations?.array?.contains(.string("verify")) == true,
            let key = PublicKey(members)
        else { return nil }
        if let member = members["kid"] {
            guard let text = member.string else { return nil }
            id = text
        } else {
            id = nil
        }
        var algorithms = key.algorithms
        if let member = members["alg"] { algorithms = algorithms.filter { $0.rawValue == member.string } }
        var verifiers: [SignatureAlgorithm: any JWTAlgorithm] = [:]
        for algorithm in algorithms {
            // A collection for each: jwt-kit's keeps for all tokens the algorithm that the first one asked for.
            let collection = JWTKeyCollection()
            _ = try? await collection.add(jwk: key.jwk(algorithm, identifier: Self.name))
            verifiers[algorithm] = try? await collection.getKey(for: Self.name)
        }
        guard !verifiers.isEmpty else { return nil }
        self.verifiers = verifiers
    }

    /// Nil where the key is not for the algorithm.
    func verifier(for algorithm: SignatureAlgorithm) -> (any JWTAlgorithm)? { verifiers[algorithm] }
}
