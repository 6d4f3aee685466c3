import JWTKit
import LatchkeyEncoding

/// The numbers of a published key, each in the one form that the standards allow. jwt-kit is given nothing else: it
/// takes a private key where a public one belongs, ignores the curve's name, and decodes base64 in any form.
enum PublicKey: Sendable {
    case rsa(modulus: String, exponent: String)
    case ec(ECDSACurve, x: String, y: String)
    case ed25519(x: String)

    /// Up to 8192 bits: time for a check grows with the square of the length. jwt-kit refuses less than 2048.
    static let rsaBits = 2048...8192

    /// Returns nil for a key of another kind, a private key, and one that is none.
    init?(_ members: JSONObject) {
        func bytes(_ name: String) -> [UInt8]? {
            members[name]?.string.flatMap { Base64Text.decode($0, as: .url) }
        }
        // Who publishes the private part has no key any more.
        guard members["d"] == nil else { return nil }
        switch members["kty"]?.string {
        case "RSA":
            guard let modulus = bytes("n"), let exponent = bytes("e"), Self.isUsable(modulus, exponent) else {
                return nil
            }
            self = .rsa(modulus: Self.text(modulus), exponent: Self.text(exponent))
        case "EC":
            guard let (curve, length) = Self.curve(members["crv"]?.string), let x = bytes("x"), let y = bytes("y"),
                x.count == length, y.count == length
            else { return nil }
            self = .ec(curve, x: Self.text(x), y: Self.text(y))
        case "OKP":
            guard members["crv"]?.string == "Ed25519", let x = bytes("x"), x.count == 32 else { return nil }
            self = .ed25519(x: Self.text(x))
        default: return nil
        }
    }

    /// What the key can check, if its owner names no algorithm.
    var algorithms: [SignatureAlgorithm] {
        switch self {
        case .rsa: [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512]
        case .ec(.p256, _, _): [.es256]
        case .ec(.p384, _, _): [.es384]
        case .ec: [.es512]
        case .ed25519: [.eddsa]
        }
    }

    func jwk(_ algorithm: SignatureAlgorithm, identifier: JWKIdentifier) -> JWK {
        let algorithm = algorithm.jwkAlgorithm
        switch self {
        case .rsa(let modulus, let exponent):
            return .rsa(algorithm, identifier: identifier, modulus: modulus, exponent: exponent)
        case .ec(let curve, let x, let y):
            return .ecdsa(algorithm, identifier: identifier, x: x, y: y, curve: curve)
        case .ed25519(let x):
            return .octetKeyPair(algorithm, identifier: identifier, x: x, y: nil, curve: .ed25519)
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { Base64Text.encode(bytes, as: .url) }

    private static func curve(_ name: String?) -> (ECDSACurve, length: Int)? {
        switch name {
        case "P-256": (.p256, 32)
        case "P-384": (.p384, 48)
        case "P-521": (.p521, 66)
        default: nil
        }
    }

    /// The exponent is odd and more than 1: with 1 everybody signs.
    private static func isUsable(_ modulus: [UInt8], _ exponent: [UInt8]) -> Bool {
        let modulus = modulus.drop { $0 == 0 }
        let exponent = exponent.drop { $0 == 0 }
        guard let first = modulus.first, let last = exponent.last, exponent.count <= 4 else { return false }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        return rsaBits.contains(bits) && !last.isMultiple(of: 2) && (exponent.count > 1 || last > 1)
    }
}
