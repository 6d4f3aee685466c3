import Crypto
import CryptoExtras
import Foundation
import LatchkeyEncoding

/// A public key, decoded from numbers in their canonical form.
enum PublicKey: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case p521(P521.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)

    /// The supported lengths of an RSA modulus, in bits. Verification time grows with the square of the length.
    static let rsaBits = 2048...8192

    /// Returns nil for an unsupported, private or invalid key.
    init?(_ members: JSONObject) {
        func bytes(_ name: String) -> [UInt8]? {
            members[name]?.string.flatMap { Base64Text.decode($0, as: .url) }
        }
        // A published private key is compromised.
        guard members["d"] == nil else { return nil }
        do {
            switch members["kty"]?.string {
            case "RSA":
                guard let modulus = bytes("n"), let exponent = bytes("e"), Self.isUsable(modulus, exponent) else {
                    return nil
                }
                self = .rsa(try _RSA.Signing.PublicKey(n: modulus, e: exponent))
            case "EC":
                guard let curve = members["crv"]?.string, let x = bytes("x"), let y = bytes("y"), x.count == y.count
                else { return nil }
                // The length of a point is verified with the point.
                switch curve {
                case "P-256": self = .p256(try P256.Signing.PublicKey(rawRepresentation: x + y))
                case "P-384": self = .p384(try P384.Signing.PublicKey(rawRepresentation: x + y))
                case "P-521": self = .p521(try P521.Signing.PublicKey(rawRepresentation: x + y))
                default: return nil
                }
            case "OKP":
                guard members["crv"]?.string == "Ed25519", let x = bytes("x") else { return nil }
                self = .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: x))
            default: return nil
            }
        } catch {
            return nil
        }
    }

    /// The algorithms of this key, unless its owner restricts them.
    var algorithms: Set<SignatureAlgorithm> {
        switch self {
        case .rsa: [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512]
        case .p256: [.es256]
        case .p384: [.es384]
        case .p521: [.es512]
        case .ed25519: [.eddsa]
        }
    }

    /// Returns false for an algorithm that is not one of ``algorithms``.
    func isValidSignature(
        _ signature: [UInt8], for message: some DataProtocol, by algorithm: SignatureAlgorithm
    ) -> Bool {
        switch (self, algorithm) {
        case (.rsa(let key), .rs256): Self.isValid(signature, SHA256.hash(data: message), key, .insecurePKCS1v1_5)
        case (.rsa(let key), .rs384): Self.isValid(signature, SHA384.hash(data: message), key, .insecurePKCS1v1_5)
        case (.rsa(let key), .rs512): Self.isValid(signature, SHA512.hash(data: message), key, .insecurePKCS1v1_5)
        case (.rsa(let key), .ps256): Self.isValid(signature, SHA256.hash(data: message), key, .PSS)
        case (.rsa(let key), .ps384): Self.isValid(signature, SHA384.hash(data: message), key, .PSS)
        case (.rsa(let key), .ps512): Self.isValid(signature, SHA512.hash(data: message), key, .PSS)
        case (.p256(let key), .es256):
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: SHA256.hash(data: message)) } ?? false
        case (.p384(let key), .es384):
            (try? P384.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: SHA384.hash(data: message)) } ?? false
        case (.p521(let key), .es512):
            (try? P521.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: SHA512.hash(data: message)) } ?? false
        case (.ed25519(let key), .eddsa): key.isValidSignature(signature, for: message)
        default: false
        }
    }

    private static func isValid(
        _ signature: [UInt8], _ digest: some Digest, _ key: _RSA.Signing.PublicKey, _ padding: _RSA.Signing.Padding
    ) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: padding)
    }

    /// Whether the exponent is odd and more than 1. With 1, anyone can forge a signature.
    private static func isUsable(_ modulus: [UInt8], _ exponent: [UInt8]) -> Bool {
        let modulus = modulus.drop { $0 == 0 }
        let exponent = exponent.drop { $0 == 0 }
        guard let first = modulus.first, let last = exponent.last, exponent.count <= 4 else { return false }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        return rsaBits.contains(bits) && !last.isMultiple(of: 2) && (exponent.count > 1 || last > 1)
    }
}
