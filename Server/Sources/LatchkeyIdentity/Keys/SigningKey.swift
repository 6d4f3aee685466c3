import Foundation
import LatchkeyEncoding

/// A signing key that a provider publishes.
struct SigningKey: Sendable {
    /// The key's ID (`kid`); nil if it has none.
    let id: String?
    private let key: PublicKey
    private let algorithms: Set<SignatureAlgorithm>

    /// Returns nil for a key that does not verify signatures: for encryption, shared, private, or unsupported.
    init?(_ members: JSONObject) {
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
        self.key = key
        if let member = members["alg"] {
            algorithms = key.algorithms.filter { $0.rawValue == member.string }
        } else {
            algorithms = key.algorithms
        }
        if algorithms.isEmpty { return nil }
    }

    /// Whether the key is for the algorithm.
    func checks(_ algorithm: SignatureAlgorithm) -> Bool { algorithms.contains(algorithm) }

    func isValidSignature(
        _ signature: [UInt8], for message: some DataProtocol, by algorithm: SignatureAlgorithm
    ) -> Bool {
        checks(algorithm) && key.isValidSignature(signature, for: message, by: algorithm)
    }
}
