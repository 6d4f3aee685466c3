package import Crypto
package import CryptoExtras
package import Foundation

/// The private key of a passkey, which signs without libfido2.
package enum TestPasskeyKey: Sendable {
    case es256(P256.Signing.PrivateKey)
    case eddsa(Curve25519.Signing.PrivateKey)
    case rs256(_RSA.Signing.PrivateKey)

    // Generated once, because RSA keys are slow to generate.
    package static let es256 = TestPasskeyKey.es256(.init())
    package static let eddsa = TestPasskeyKey.eddsa(.init())
    package static let rs256 = TestPasskeyKey.rs256(newRSA())
    package static let all = [es256, eddsa, rs256]

    private static func newRSA() -> _RSA.Signing.PrivateKey {
        do { return try _RSA.Signing.PrivateKey(keySize: .bits2048) } catch { fatalError("no RSA key: \(error)") }
    }

    /// Another key of the same algorithm.
    package var other: TestPasskeyKey {
        switch self {
        case .es256: .es256(.init())
        case .eddsa: .eddsa(.init())
        case .rs256: .rs256(Self.newRSA())
        }
    }

    /// Its COSE algorithm.
    package var algorithm: Int {
        switch self {
        case .es256: -7
        case .eddsa: -8
        case .rs256: -257
        }
    }

    /// The public key in libfido2's format.
    package var publicBytes: Data {
        switch self {
        case .es256(let key): return key.publicKey.rawRepresentation
        case .eddsa(let key): return key.publicKey.rawRepresentation
        case .rs256(let key):
            guard let numbers = try? key.publicKey.getKeyPrimitives() else { return Data() }
            return numbers.modulus + numbers.publicExponent
        }
    }

    /// The public key as a COSE key (RFC 9053, RFC 8230).
    package var coseKey: CBORValue {
        let bytes = Array(publicBytes)
        return switch self {
        case .es256: Self.ec(x: Array(bytes[..<32]), y: Array(bytes[32...]))
        case .eddsa: Self.okp(x: bytes)
        case .rs256: Self.rsa(modulus: Array(bytes[..<256]), exponent: Array(bytes[256...]))
        }
    }

    package static func ec(x: [UInt8], y: [UInt8], algorithm: Int = -7, curve: Int = 1) -> CBORValue {
        .map([
            (.int(1), .int(2)), (.int(3), .int(algorithm)), (.int(-1), .int(curve)), (.int(-2), .bytes(x)),
            (.int(-3), .bytes(y)),
        ])
    }

    package static func okp(x: [UInt8], algorithm: Int = -8, curve: Int = 6) -> CBORValue {
        .map([(.int(1), .int(1)), (.int(3), .int(algorithm)), (.int(-1), .int(curve)), (.int(-2), .bytes(x))])
    }

    package static func rsa(modulus: [UInt8], exponent: [UInt8], algorithm: Int = -257) -> CBORValue {
        .map([
            (.int(1), .int(3)), (.int(3), .int(algorithm)), (.int(-1), .bytes(modulus)), (.int(-2), .bytes(exponent)),
        ])
    }

    /// Signs like an authenticator: ES256 in DER.
    package func sign(_ data: Data) throws -> Data {
        switch self {
        case .es256(let key): try key.signature(for: data).derRepresentation
        case .eddsa(let key): try key.signature(for: data)
        case .rs256(let key):
            try key.signature(for: SHA256.hash(data: data), padding: .insecurePKCS1v1_5).rawRepresentation
        }
    }
}
