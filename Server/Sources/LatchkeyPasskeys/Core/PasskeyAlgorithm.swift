/// The supported signature algorithms, by their COSE identifiers
/// (https://www.iana.org/assignments/cose/cose.xhtml#algorithms).
package enum PasskeyAlgorithm: Int, CaseIterable, Codable, Sendable {
    /// ECDSA on P-256 with SHA-256.
    case es256 = -7
    /// Ed25519.
    case eddsa = -8
    /// RSA of 2048 bits, PKCS #1 version 1.5, with SHA-256.
    case rs256 = -257
}
