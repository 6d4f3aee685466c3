package import Crypto
package import CryptoExtras
package import Foundation
import LatchkeyEncoding

/// A provider's signing key.
package enum TestKey: Sendable {
    case rsa(_RSA.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)

    // Generated once, because RSA keys are slow to generate.
    package static let rsa = TestKey.rsa(newRSA())
    package static let otherRSA = TestKey.rsa(newRSA())
    package static let p256 = TestKey.p256(.init())
    package static let p256Other = TestKey.p256(.init())
    package static let p384 = TestKey.p384(.init())
    package static let p521 = TestKey.p521(.init())
    package static let ed25519 = TestKey.ed25519(.init())

    private static func newRSA() -> _RSA.Signing.PrivateKey {
        do { return try _RSA.Signing.PrivateKey(keySize: .bits2048) } catch { fatalError("no RSA key: \(error)") }
    }

    /// The first algorithm of the key.
    package var algorithm: String {
        switch self {
        case .rsa: "RS256"
        case .p256: "ES256"
        case .p384: "ES384"
        case .p521: "ES512"
        case .ed25519: "EdDSA"
        }
    }

    /// The public part, as in a key set.
    package var jwk: [String: any Sendable] {
        switch self {
        case .rsa(let key):
            guard let numbers = try? key.publicKey.getKeyPrimitives() else { return [:] }
            return ["kty": "RSA", "n": Self.text(numbers.modulus), "e": Self.text(numbers.publicExponent)]
        case .p256(let key): return Self.ec("P-256", key.publicKey.rawRepresentation)
        case .p384(let key): return Self.ec("P-384", key.publicKey.rawRepresentation)
        case .p521(let key): return Self.ec("P-521", key.publicKey.rawRepresentation)
        case .ed25519(let key):
            return ["kty": "OKP", "crv": "Ed25519", "x": Self.text(key.publicKey.rawRepresentation)]
        }
    }

    /// The public part as PEM, with which an attacker could sign HS256.
    package var pem: String {
        switch self {
        case .rsa(let key): key.publicKey.pemRepresentation
        case .p256(let key): key.publicKey.pemRepresentation
        case .p384(let key): key.publicKey.pemRepresentation
        case .p521(let key): key.publicKey.pemRepresentation
        case .ed25519: ""
        }
    }

    package func sign(_ data: Data, by algorithm: String) throws -> Data {
        switch self {
        case .rsa(let key):
            let padding: _RSA.Signing.Padding = algorithm.hasPrefix("PS") ? .PSS : .insecurePKCS1v1_5
            switch algorithm.suffix(3) {
            case "384": return try key.signature(for: SHA384.hash(data: data), padding: padding).rawRepresentation
            case "512": return try key.signature(for: SHA512.hash(data: data), padding: padding).rawRepresentation
            default: return try key.signature(for: SHA256.hash(data: data), padding: padding).rawRepresentation
            }
        case .p256(let key): return try key.signature(for: data).rawRepresentation
        case .p384(let key): return try key.signature(for: data).rawRepresentation
        case .p521(let key): return try key.signature(for: data).rawRepresentation
        case .ed25519(let key): return try key.signature(for: data)
        }
    }

    private static func ec(_ curve: String, _ point: Data) -> [String: any Sendable] {
        ["kty": "EC", "crv": curve, "x": text(point.prefix(point.count / 2)), "y": text(point.suffix(point.count / 2))]
    }

    private static func text(_ data: Data) -> String { Base64Text.encode(Array(data), as: .url) }
}
